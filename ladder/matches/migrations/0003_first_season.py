"""What was played before there were seasons belongs to the first one."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def gather(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    sets = apps.get_model("matches", "MatchSet").objects.filter(season=None)
    if sets.exists():
        first = apps.get_model("matches", "Season").objects.create(name="First season", state="open")
        sets.update(season=first)


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_seasons_challenges_comparisons")]

    operations = [migrations.RunPython(gather, migrations.RunPython.noop)]
