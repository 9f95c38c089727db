"""The API, drawn from its own schema: what can be asked, and how."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

PREFIX = "/api/v1/"


@dataclass(frozen=True)
class Question:
    """What an address may be asked for, after its `?`."""

    name: str
    help: str
    choices: tuple[Any, ...]


@dataclass(frozen=True)
class Operation:
    """One thing a program can ask for."""

    part: str
    method: str
    path: str
    does: str
    questions: tuple[Question, ...]


def api(request: HttpRequest) -> HttpResponse:
    """All operations by part of the ladder, with how to begin."""
    parts = [(part, list(found)) for part, found in groupby(operations(), lambda operation: operation.part)]
    return render(request, "web/api.html", {"parts": parts, "site": request.build_absolute_uri("/")[:-1]})


@cache
def operations() -> tuple[Operation, ...]:
    """What the schema lists, in its order; it cannot change while we run."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return tuple(
        Operation(
            part=path.removeprefix(PREFIX).split("/")[0],
            method=method.upper(),
            path=path,
            does=about.get("description", ""),
            questions=tuple(_question(p) for p in about.get("parameters", []) if p["in"] == "query"),
        )
        for path, methods in schema["paths"].items()
        for method, about in methods.items()
    )


def _question(parameter: dict[str, Any]) -> Question:
    # The schema repeats the choices as a list in Markdown below the sentence.
    sentence = parameter.get("description", "").partition("* `")[0].strip()
    return Question(parameter["name"], sentence, tuple(parameter["schema"].get("enum", ())))
