"""What an accepted version does next is a choice of three; a version can rest."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_the_choice(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("bots", "Version").objects.filter(at_once=False).update(activate="later")


def keep_it_backwards(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("bots", "Version").objects.exclude(activate="now").update(at_once=False)


class Migration(migrations.Migration):
    dependencies = [("bots", "0002_barred")]

    operations = [
        migrations.RenameField(model_name="version", old_name="activate", new_name="at_once"),
        migrations.AddField(
            model_name="version",
            name="activate",
            field=models.CharField(
                choices=[
                    ("now", "Plays at once"),
                    ("if-better", "Plays once it has proved better than the version that plays"),
                    ("later", "Waits until its owner lets it play"),
                ],
                default="now",
                max_length=10,
                verbose_name="what it does when accepted",
            ),
        ),
        migrations.RunPython(keep_the_choice, keep_it_backwards),
        migrations.RemoveField(model_name="version", name="at_once"),
        migrations.AddField(
            model_name="version",
            name="rested_at",
            field=models.DateTimeField(
                blank=True, null=True, verbose_name="too many faults: it rests until it passes a check"
            ),
        ),
        migrations.AddField(model_name="version", name="rested_for", field=models.TextField(blank=True)),
        migrations.AddField(
            model_name="version",
            name="seated_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="when a ladder set was last made with it"),
        ),
    ]
