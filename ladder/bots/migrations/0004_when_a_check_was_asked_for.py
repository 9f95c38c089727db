"""When the check of a version was asked for: at its upload, or later once more."""

import django.utils.timezone
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def at_its_upload(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("bots", "Version").objects.update(asked_at=models.F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("bots", "0003_choice_at_upload_and_rest")]

    operations = [
        migrations.AddField(
            model_name="version",
            name="asked_at",
            field=models.DateTimeField(
                default=django.utils.timezone.now, verbose_name="when its check was asked for, the last time"
            ),
        ),
        migrations.RunPython(at_its_upload, migrations.RunPython.noop),
    ]
