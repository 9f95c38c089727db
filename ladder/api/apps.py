from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "ladder.api"
    label = "api"

    def ready(self) -> None:
        from ladder.api import schema  # noqa: F401  # registers itself
