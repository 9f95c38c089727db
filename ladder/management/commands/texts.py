"""Collect what the site says into the translators' files, and compile what they wrote (needs GNU gettext)."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.management.commands import makemessages

ELSEWHERE = [".venv*", "data*", "tests*", "engine*"]  # nothing there is translated
SENTENCES = ["--keyword=Sentence", "--keyword=counted:1,2"]  # how the sandbox writes what it says


class Collect(makemessages.Command):
    """Guesses nothing: a new text has no translation until somebody writes one."""

    xgettext_options = [*makemessages.Command.xgettext_options, *SENTENCES]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        locales = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        for domain in ("django", "djangojs"):
            call_command(
                Collect(),
                locale=locales,
                domain=domain,
                ignore_patterns=ELSEWHERE,
                no_location=True,
                no_wrap=True,
                no_obsolete=True,
                verbosity=0,
            )
        call_command("compilemessages", ignore_patterns=ELSEWHERE, verbosity=0)
