"""Open what somebody uploads: one `bot.py`, or a zip with it; never look at the Python inside.

Archives are hostile: entries are read as streams with a cap on what really comes out, and only plain files with plain
relative names get in.
"""

import hashlib
import io
import stat
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from sandbox.sentence import Sentence

LIMIT_PACKED = 1 << 20
LIMIT_UNPACKED = 8 << 20
LIMIT_FILES = 200
ENTRY = "bot.py"

_LONGEST_NAME = 200
_CHUNK = 1 << 16
_IGNORED = {"__MACOSX", ".DS_Store", "__pycache__", ".git"}  # what file managers and editors add unasked


class PackageError(ValueError):
    """The package cannot be opened; `sentence` tells its author what to do about it."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class Package:
    """A bot's files, with `bot.py` at the top.

    `data` is the zip that holds just these, written in one fixed way. `sha256` is taken over names and contents, not
    over `data`: the same files give the same hash whatever compressed them.
    """

    files: dict[str, bytes] = field(hash=False, repr=False)
    data: bytes = field(repr=False)
    sha256: str
    entry: str = ENTRY


def open_package(data: bytes, filename: str) -> Package:
    """The package in an uploaded file. Raises PackageError with what to do about it."""
    if len(data) > LIMIT_PACKED:
        raise PackageError(
            Sentence(
                "The file has %(size)s; a package may have %(limit)s.", size=_size(len(data)), limit=_size(LIMIT_PACKED)
            )
        )
    if not data:
        raise PackageError(Sentence("The file is empty."))
    if zipfile.is_zipfile(io.BytesIO(data)):
        return _package(_at_top(_unzip(data)))
    if filename.lower().endswith(".zip"):
        raise PackageError(Sentence("The file is called .zip but is no zip archive, or a damaged one."))
    if not filename.lower().endswith(".py"):
        raise PackageError(Sentence("Upload one bot.py, or a zip with bot.py at its top or in one single folder."))
    return _package({ENTRY: data})


def open_folder(path: Path | str) -> Package:
    """The package of a folder with `bot.py`, or of one Python file, on this machine."""
    path = Path(path)
    if path.is_file():
        return open_package(path.read_bytes(), path.name)
    if not (path / ENTRY).is_file():
        raise PackageError(Sentence("There is no %(file)s.", file=str(path / ENTRY)))
    found = [(file.relative_to(path), file) for file in sorted(path.rglob("*")) if file.is_file()]
    return _package({name.as_posix(): file.read_bytes() for name, file in found if not _ignored(name.parts)})


def _unzip(data: bytes) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = LIMIT_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > 2 * LIMIT_FILES:
                raise PackageError(
                    Sentence(
                        "The zip has %(number)s entries; a package may have %(limit)s files.",
                        number=len(entries),
                        limit=LIMIT_FILES,
                    )
                )
            for entry in entries:
                name = _name(entry)
                if entry.is_dir() or _ignored(PurePosixPath(name).parts):
                    continue
                if name in files:
                    raise PackageError(Sentence("The zip holds %(name)s twice.", name=repr(name)))
                files[name] = _read(archive, entry, left)
                left -= len(files[name])
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError, ValueError) as error:
        if isinstance(error, PackageError):
            raise
        raise PackageError(Sentence("The zip cannot be read: %(why)s.", why=str(error))) from error
    return files


def _name(entry: zipfile.ZipInfo) -> str:
    """The entry's name, if it is a plain relative one. `orig_filename` is what the archive really says."""
    name, shown = entry.orig_filename, repr(entry.orig_filename[:80])
    parts = name.rstrip("/").split("/")
    if name.startswith("/") or "\\" in name or ":" in name:
        raise PackageError(Sentence("The zip entry %(name)s is not a plain relative path.", name=shown))
    if any(part in ("", ".", "..") for part in parts):
        raise PackageError(Sentence("The zip entry %(name)s leaves its folder or has an empty part.", name=shown))
    if len(name) > _LONGEST_NAME or any(unicodedata.category(c).startswith("C") for c in name):
        raise PackageError(
            Sentence("The zip entry %(name)s has a name too long or with control characters.", name=shown)
        )
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise PackageError(Sentence("The zip entry %(name)s is a symbolic link; pack the file itself.", name=shown))
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise PackageError(Sentence("The zip entry %(name)s is no plain file.", name=shown))
    if entry.flag_bits & 1:
        raise PackageError(Sentence("The zip is encrypted; pack it without a password."))
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackageError(
            Sentence("The zip entry %(name)s is packed in an unusual way; use plain deflate.", name=shown)
        )
    return name.rstrip("/")


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> bytes:
    """The entry's contents, never more than `left` bytes whatever its header promises."""
    content = bytearray()
    with archive.open(entry) as stream:
        while chunk := stream.read(_CHUNK):
            content += chunk
            if len(content) > left:
                raise PackageError(Sentence("The zip unpacks to more than %(limit)s.", limit=_size(LIMIT_UNPACKED)))
    return bytes(content)


def _at_top(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files with `bot.py` at the top, taken out of a single outer folder if there is one."""
    if ENTRY in files:
        return files
    outer = {name.partition("/")[0] for name in files}
    if len(outer) == 1 and f"{min(outer)}/{ENTRY}" in files:
        return {name.partition("/")[2]: content for name, content in files.items()}
    raise PackageError(Sentence("The zip has no bot.py at its top or in one single folder."))


def _package(files: dict[str, bytes]) -> Package:
    if len(files) > LIMIT_FILES:
        raise PackageError(
            Sentence("The package has %(number)s files; it may have %(limit)s.", number=len(files), limit=LIMIT_FILES)
        )
    if sum(map(len, files.values())) > LIMIT_UNPACKED:
        raise PackageError(Sentence("The package has more than %(limit)s of files.", limit=_size(LIMIT_UNPACKED)))
    for name in files:
        if any(str(folder) in files for folder in PurePosixPath(name).parents):
            raise PackageError(Sentence("The package has a file and a folder of one name: %(name)s.", name=repr(name)))
    files = dict(sorted(files.items()))
    data = _zip(files)
    if len(data) > LIMIT_PACKED:
        raise PackageError(
            Sentence(
                "Packed again it has %(size)s; a package may have %(limit)s.",
                size=_size(len(data)),
                limit=_size(LIMIT_PACKED),
            )
        )
    return Package(files, data, _hash(files))


def _zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)  # dated 1980, whoever packs it
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            entry.create_system = 3
            archive.writestr(entry, content)
    return buffer.getvalue()


def _hash(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in files.items():
        encoded = name.encode()
        digest.update(b"%d:%s%d:" % (len(encoded), encoded, len(content)))
        digest.update(content)
    return digest.hexdigest()


def _ignored(parts: tuple[str, ...]) -> bool:
    return not _IGNORED.isdisjoint(parts)


def _size(count: int) -> str:
    return f"{count / (1 << 20):.3g} MiB" if count >= 1 << 20 else f"{count / 1024:.0f} KiB"
