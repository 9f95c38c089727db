from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "ladder.bots"
    label = "bots"
    default_auto_field = "django.db.models.BigAutoField"
