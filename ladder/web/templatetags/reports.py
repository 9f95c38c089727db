"""What the sandbox said, in templates, in the reader's language."""

from typing import Any

from django import template
from django.utils.translation import gettext

from ladder.bots.models import Version
from ladder.matches.models import Opinion
from ladder.words import stored, told

register = template.Library()
register.filter(stored)


@register.filter
def said(fault: dict[str, Any] | None) -> str:
    """The sentence of a fault."""
    return told(fault["message"], fault.get("words")) if fault else ""


@register.filter
def failure(opinion: Opinion) -> str:
    """Why a bot gave no further answers."""
    return told(opinion.reason, opinion.words)


@register.filter
def why(version: Version) -> str:
    """Why a version was rejected: the step and its sentence."""
    step = next((step for step in version.report.get("steps", []) if step["state"] == "failed"), None)
    if step is None or not step.get("message"):
        return version.reason
    return f"{gettext(step['name'])}: {told(step['message'], version.report.get('words'))}"
