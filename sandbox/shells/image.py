"""The image of the Docker shell: built from our own files, named after their content."""

import hashlib
import importlib.metadata
import io
import os
import re
import tarfile
from functools import cache
from pathlib import Path

from sandbox.faults import PlatformFailure
from sandbox.shells.daemon import client
from sandbox.shells.zygote import ENGINE, GUEST

BASE = os.environ.get("SANDBOX_BASE") or "python:3.13-slim"
REPOSITORY = "scout-sandbox"
DOCKERFILE = Path(__file__).parents[1] / "image" / "Dockerfile"
_TIMEOUT = 900


@cache
def tag() -> str:
    """The image's name for the code as it is: when engine, guest or Dockerfile change, so does the name."""
    digest = hashlib.sha256(numpy().encode())
    for name, content in sorted(_files().items()):
        digest.update(name.encode() + b"\0" + content + b"\0")
    return f"{REPOSITORY}:{digest.hexdigest()[:12]}"


def ready() -> bool:
    """Whether an engine answers and has the image. Never raises."""
    try:
        client().images.get(tag())
    except Exception:
        return False
    return True


def build(base: str = BASE) -> str:
    """Build the image if it is missing; its name. Raises PlatformFailure with the builder's last words."""
    if ready():
        return tag()
    last = ""
    try:
        for line in client().api.build(
            fileobj=_context(),
            custom_context=True,
            tag=tag(),
            buildargs={"BASE": base, "NUMPY": numpy()},
            network_mode="host",  # only while building: pip needs a way out
            rm=True,
            forcerm=True,
            timeout=_TIMEOUT,
            decode=True,
        ):
            last = (line.get("stream") or "").strip() or last
            if "error" in line:
                raise PlatformFailure(
                    f"The sandbox image cannot be built on {base}: {line['error'].strip()}. "
                    "Another base can be named by --base or SANDBOX_BASE."
                )
    except PlatformFailure:
        raise
    except Exception as error:
        raise PlatformFailure(f"The sandbox image cannot be built: {error}") from error
    if not ready():
        raise PlatformFailure(f"The sandbox image was not built; the builder's last words: {last}")
    return tag()


def numpy() -> str:
    """The numpy that goes into the image: the one we have."""
    try:
        return f"numpy=={importlib.metadata.version('numpy')}"
    except importlib.metadata.PackageNotFoundError:
        return "numpy"


def _files() -> dict[str, bytes]:
    """What goes into the image, by its place in the context."""
    folders = {"engine": ENGINE, "guest": GUEST}
    sources = [(name, path) for name, folder in folders.items() for path in folder.iterdir()]
    files = {f"{name}/{path.name}": path.read_bytes() for name, path in sources if path.suffix in (".py", ".pxd")}
    return {"Dockerfile": DOCKERFILE.read_bytes(), "pyproject.toml": _build_settings(), **files}


def _build_settings() -> bytes:
    """How the engine is compiled, from pyproject.toml; nothing else in there changes the image."""
    sections = re.split(r"(?m)^(?=\[)", (ENGINE.parent / "pyproject.toml").read_text())
    kept = [section for section in sections if re.match(r"\[+(build-system|tool\.(setuptools|distutils))\b", section)]
    return "".join(['[project]\nname = "scout-engine"\nversion = "0"\n\n', *kept]).encode()


def _context() -> io.BytesIO:
    """The build context as a tar archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in sorted(_files().items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    buffer.seek(0)
    return buffer
