"""The API, drawn from its own schema: what can be asked, and how."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

Schema = dict[str, Any]
FORMATS = {"binary": "file", "date-time": "time", "uri": "address"}
# What a refusal may answer beside its code, sentence and fields.
REFUSALS = {400: "", 401: "", 403: "", 404: "", 409: "", 413: "limit", 415: "", 429: "wait", 500: "id", 503: ""}


@dataclass(frozen=True)
class Field:
    """What may be asked, what is sent, or what an answer holds."""

    name: str
    kind: str
    help: str
    choices: tuple[Any, ...]
    required: bool


@dataclass(frozen=True)
class Operation:
    """One thing a program can ask for."""

    part: str
    method: str
    path: str
    does: str
    free: bool  # needs no token
    questions: tuple[Field, ...]
    body: tuple[Field, ...]
    form: bool  # the body is a form with a file, not JSON
    answer: tuple[Field, ...]
    paged: bool

    @property
    def words(self) -> str:
        """What a search looks through."""
        fields = (*self.questions, *self.body, *self.answer)
        known = [str(word) for field in fields for word in (field.name, field.help, *field.choices)]
        return " ".join([self.method, self.path, self.does, *known]).casefold()


def api(request: HttpRequest) -> HttpResponse:
    """All operations by part of the ladder, or those that a search finds; and how to begin."""
    text = request.GET.get("q", "").strip()
    found = [
        operation for operation in operations() if all(word in operation.words for word in text.casefold().split())
    ]
    context = {
        "parts": [(part, list(group)) for part, group in groupby(found, lambda operation: operation.part)],
        "text": text,
        "site": request.build_absolute_uri("/")[:-1],
        "refusals": REFUSALS,
        "rates": settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"],
    }
    return render(request, "web/api.html", context)


@cache
def operations() -> tuple[Operation, ...]:
    """What the schema lists, in its order; it cannot change while we run."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    known = schema["components"]["schemas"]
    return tuple(
        _operation(path, method, about, known)
        for path, methods in schema["paths"].items()
        for method, about in methods.items()
    )


def _operation(path: str, method: str, about: Schema, known: Schema) -> Operation:
    body: Schema = about.get("requestBody", {}).get("content", {})
    good: Schema = next(found for code, found in about["responses"].items() if code.startswith("2"))
    kind = _resolved(good.get("content", {}).get("application/json", {}).get("schema", {}), known)
    results = kind.get("properties", {}).get("results")
    if results or kind.get("type") == "array":
        kind = _resolved((results or kind)["items"], known)
    return Operation(
        part=about["tags"][0],
        method=method.upper(),
        path=path,
        does=about["description"],
        free={} in about.get("security", [{}]),
        questions=tuple(
            _field(
                asked["name"], {**asked["schema"], "description": asked["description"]}, asked.get("required", False)
            )
            for asked in about.get("parameters", [])
            if asked["in"] == "query"
        ),
        body=_fields(next((read["schema"] for read in body.values()), {}), known),
        form=bool(body) and "application/json" not in body,
        answer=_fields(kind, known),
        paged=results is not None,
    )


def _resolved(node: Schema, known: Schema) -> Schema:
    """What a reference refers to; an `allOf` of one is that one."""
    if "allOf" in node:
        return {**_resolved(node["allOf"][0], known), **{name: node[name] for name in node if name != "allOf"}}
    found: Schema = known[node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    return found


def _fields(node: Schema, known: Schema) -> tuple[Field, ...]:
    found = _resolved(node, known)
    required = found.get("required", ())
    return tuple(
        _field(name, _inner(inner, known), name in required) for name, inner in found.get("properties", {}).items()
    )


def _inner(node: Schema, known: Schema) -> Schema:
    """A field's schema, with the names of what it holds where that is a thing of its own."""
    found = _resolved(node, known)
    if "items" in found:
        holds = _inner(found["items"], known).get("kind") or found["items"].get("type", "")
        return {**found, "kind": f"list of {holds}".removesuffix(" of ")}
    if found.get("properties"):
        return {**found, "kind": f"{{{', '.join(found['properties'])}}}"}
    return found


def _field(name: str, schema: Schema, required: bool) -> Field:
    # The schema repeats the choices as a list in Markdown below the sentence.
    sentence = schema.get("description", "").partition("* `")[0].strip()
    kind = schema.get("kind") or FORMATS.get(schema.get("format", "")) or schema.get("type", "any")
    if schema.get("nullable"):
        kind += " or null"
    return Field(name, kind, sentence, tuple(choice for choice in schema.get("enum", ()) if choice != ""), required)
