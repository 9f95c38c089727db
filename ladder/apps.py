"""The ladder as an installed app, so that its commands are found."""

from django.apps import AppConfig


class LadderConfig(AppConfig):
    name = "ladder"
    label = "ladder"
