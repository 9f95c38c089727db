"""Seasons; challenges asked for by somebody; comparisons of two versions; what a seat cost."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import ladder.ids
import ladder.matches.models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0003_choice_at_upload_and_rest"),
        ("matches", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="matchset",
            name="asked_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="challenges",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="matchset",
            name="favoured",
            field=models.BooleanField(default=False, verbose_name="made because this version is new"),
        ),
        migrations.AddField(
            model_name="seat",
            name="seconds",
            field=models.FloatField(default=0, verbose_name="of a worker's time that it took"),
        ),
        migrations.AlterField(
            model_name="matchset",
            name="kind",
            field=models.CharField(
                choices=[
                    ("ladder", "Ladder"),
                    ("trial", "Trial"),
                    ("challenge", "Challenge"),
                    ("comparison", "Comparison"),
                ],
                default="ladder",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Comparison",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=ladder.ids.public_id, editable=False, max_length=12, unique=True),
                ),
                (
                    "promote",
                    models.BooleanField(default=False, verbose_name="the new version becomes active if it is better"),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("better", "The new version is better"),
                            ("not-better", "The new version is not better"),
                            ("undecided", "Too close to tell"),
                            ("stopped", "Stopped"),
                        ],
                        default="running",
                        max_length=10,
                    ),
                ),
                ("note", models.TextField(blank=True)),
                ("elo0", models.FloatField()),
                ("elo1", models.FloatField()),
                ("alpha", models.FloatField()),
                ("beta", models.FloatField()),
                ("sets", models.PositiveIntegerField(default=0)),
                (
                    "difference",
                    models.FloatField(default=0, verbose_name="mean score of the new version minus the old one's"),
                ),
                ("llr", models.FloatField(default=0, verbose_name="logarithm of the likelihood ratio so far")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("over_at", models.DateTimeField(blank=True, null=True)),
                (
                    "new",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="comparisons", to="bots.version"
                    ),
                ),
                (
                    "old",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="comparisons_as_old",
                        to="bots.version",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="matchset",
            name="comparison",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="match_sets",
                to="matches.comparison",
            ),
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=ladder.ids.public_id, editable=False, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=60, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "Planned"),
                            ("open", "Open"),
                            ("frozen", "Frozen"),
                            ("closed", "Closed"),
                            ("archived", "Archived"),
                        ],
                        default="planned",
                        max_length=10,
                    ),
                ),
                ("players", models.JSONField(default=ladder.matches.models.table_sizes, verbose_name="table sizes")),
                ("clock_start", models.FloatField(blank=True, null=True)),
                ("clock_bank", models.FloatField(blank=True, null=True)),
                ("clock_increment", models.FloatField(blank=True, null=True)),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["open", "frozen"])),
                        fields=("state",),
                        name="one_season_at_a_time",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="matchset",
            name="season",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sets",
                to="matches.season",
            ),
        ),
        migrations.AddIndex(
            model_name="matchset",
            index=models.Index(fields=["kind", "created_at"], name="matches_mat_kind_ab73fb_idx"),
        ),
        migrations.AddConstraint(
            model_name="comparison",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "running")), fields=("new",), name="one_running_comparison_per_version"
            ),
        ),
    ]
