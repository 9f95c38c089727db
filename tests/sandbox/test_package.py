"""A package is opened: what gets in, what is refused, and never at what cost."""

import io
import stat
import time
import tracemalloc
import zipfile
import zlib

import pytest

from sandbox.package import LIMIT_FILES, LIMIT_PACKED, PackageError, open_folder, open_package

SOURCE = b"class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"


def zipped(entries):
    """A zip with these names and contents; a ZipInfo may stand for a name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def entry(name, mode):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def test_one_python_file_becomes_bot_py():
    package = open_package(SOURCE, "my-bot-v2.py")
    assert package.files == {"bot.py": SOURCE}


@pytest.mark.parametrize("folder", ["", "mybot/"])
def test_a_zip_has_bot_py_at_its_top_or_in_one_folder(folder):
    package = open_package(zipped([(f"{folder}bot.py", SOURCE), (f"{folder}data/book.txt", b"1")]), "mybot.zip")
    assert package.files == {"bot.py": SOURCE, "data/book.txt": b"1"}


def test_what_file_managers_add_is_left_out():
    entries = [
        ("b/bot.py", SOURCE),
        ("__MACOSX/b/._bot.py", b"x"),
        ("b/__pycache__/bot.pyc", b"x"),
        ("b/.DS_Store", b"x"),
    ]
    assert open_package(zipped(entries), "b.zip").files == {"bot.py": SOURCE}


def test_the_same_files_give_the_same_package_however_they_were_packed():
    files = [("bot.py", SOURCE), ("a.txt", b"a" * 5000)]
    one, other = open_package(zipped(files), "x.zip"), open_package(zipped(files[::-1]), "y.zip")
    assert one == other
    assert open_package(one.data, "again.zip") == one
    assert open_package(zipped([*files, ("b.txt", b"")]), "x.zip").sha256 != one.sha256


def test_names_and_contents_cannot_be_shifted_into_each_other():
    one = open_package(zipped([("bot.py", b""), ("ab", b"c")]), "x.zip")
    other = open_package(zipped([("bot.py", b""), ("a", b"bc")]), "x.zip")
    assert one.sha256 != other.sha256


def test_a_folder_is_packed_like_an_upload(tmp_path):
    (tmp_path / "bot.py").write_bytes(SOURCE)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "bot.pyc").write_bytes(b"x")
    assert open_folder(tmp_path) == open_package(SOURCE, "bot.py")
    assert open_folder(tmp_path / "bot.py") == open_package(SOURCE, "bot.py")
    with pytest.raises(PackageError, match=r"There is no .*bot\.py"):
        open_folder(tmp_path / "__pycache__")


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        pytest.param([("../bot.py", SOURCE)], "leaves its folder", id="parent"),
        pytest.param([("bot.py", SOURCE), ("a/../../etc/passwd", b"")], "leaves its folder", id="parent inside"),
        pytest.param([("/etc/bot.py", SOURCE)], "not a plain relative path", id="absolute"),
        pytest.param([("C:/bot.py", SOURCE)], "not a plain relative path", id="drive"),
        pytest.param([("a\\bot.py", SOURCE)], "not a plain relative path", id="backslash"),
        pytest.param([("bot.py", SOURCE), ("a\x1b[2J.py", b"")], "control characters", id="escape sequence"),
        pytest.param([("bot.py", SOURCE), ("a\u202e.py", b"")], "control characters", id="direction"),
        pytest.param([("bot.py", SOURCE), ("x" * 300, b"")], "too long", id="long name"),
        pytest.param([(entry("bot.py", stat.S_IFLNK | 0o777), b"/etc/passwd")], "symbolic link", id="symlink"),
        pytest.param([(entry("bot.py", stat.S_IFIFO | 0o777), b"")], "no plain file", id="pipe"),
        pytest.param([("bot.py", SOURCE), ("bot.py", b"")], "twice", id="twice"),
        pytest.param([("bot.py", SOURCE), ("a", b""), ("a/b", b"")], "one name", id="file and folder"),
        pytest.param([("a/bot.py", SOURCE), ("b/bot.py", SOURCE)], "no bot.py at its top", id="two folders"),
        pytest.param([("main.py", SOURCE)], "no bot.py at its top", id="other name"),
        pytest.param([], "no bot.py at its top", id="empty zip"),
        pytest.param(
            [("bot.py", SOURCE), *((f"{n}.txt", b"") for n in range(LIMIT_FILES))], "it may have 200", id="many"
        ),
        pytest.param([(f"{n}.txt", b"") for n in range(3000)], "3000 entries", id="very many"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_is_refused_with_the_reason(entries, reason):
    with pytest.raises(PackageError, match=reason):
        open_package(zipped(entries), "x.zip")


@pytest.mark.parametrize(
    ("data", "filename", "reason"),
    [
        pytest.param(b"", "bot.py", "empty", id="empty"),
        pytest.param(b"x" * (LIMIT_PACKED + 1), "bot.py", "a package may have 1 MiB", id="too big"),
        pytest.param(b"\x89PNG", "bot.png", "Upload one bot.py, or a zip", id="picture"),
        pytest.param(b"PK\x03\x04 damaged", "bot.zip", "no zip archive, or a damaged one", id="damaged"),
        pytest.param(zipped([("bot.py", SOURCE * 50)])[:-30] + b"\0" * 30, "bot.zip", "zip", id="torn"),
    ],
)
def test_a_file_is_refused_with_the_reason(data, filename, reason):
    with pytest.raises(PackageError, match=reason):
        open_package(data, filename)


def test_a_flipped_bit_is_noticed():
    data = bytearray(zipped([("bot.py", bytes(range(256)) * 40)]))
    data[60] ^= 0xFF
    with pytest.raises(PackageError, match="cannot be read"):
        open_package(bytes(data), "x.zip")


def test_an_encrypted_zip_is_refused():
    data = bytearray(zipped([("bot.py", SOURCE)]))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(PackageError, match="encrypted"):
        open_package(bytes(data), "x.zip")


def bomb(promised):
    """A zip within the limit whose one entry unpacks to 1 GiB of zeros, whatever size it promises."""
    packer = zlib.compressobj(9, wbits=-15)
    block = packer.compress(bytes(64 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("bot.py", block * 16 + packer.flush())
    data = bytearray(buffer.getvalue())
    central = data.rindex(b"PK\x01\x02")
    for header, method, size in ((0, 8, 22), (central, 10, 24)):
        data[header + method] = zipfile.ZIP_DEFLATED
        data[header + size : header + size + 4] = promised.to_bytes(4, "little")
    return bytes(data)


@pytest.mark.parametrize("promised", [1 << 30, 100], ids=["honest", "lying"])
def test_a_zip_that_unpacks_to_a_gibibyte_costs_neither_memory_nor_time(promised):
    data = bomb(promised)
    assert len(data) <= LIMIT_PACKED
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(PackageError, match=r"more than 8 MiB|cannot be read"):
        open_package(data, "x.zip")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 32 << 20
    assert time.process_time() - began < 1
