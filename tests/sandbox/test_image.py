"""The image of the Docker shell holds what a match needs, and nothing that gives anybody rights."""

import re

import pytest

from sandbox.shells import image
from sandbox.shells.daemon import client

LOOK = """
import os, sys
sys.path[:0] = ["/scout", "/scout/site"]
import engine, numpy
print(engine.COMPILED, numpy.__version__, os.getuid())
for folder, _, files in os.walk("/"):
    if not folder.startswith(("/proc", "/sys")):
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.islink(path) and os.lstat(path).st_mode & 0o6000:
                print("setuid", path)
"""


@pytest.mark.docker
def test_the_image_has_numpy_and_the_compiled_engine_and_no_setuid_file(docker_shell):
    out = client().containers.run(
        docker_shell.image, ["python3", "-W", "ignore", "-c", LOOK], network_mode="none", remove=True
    )
    assert out.decode().splitlines() == [f"True {image.numpy().removeprefix('numpy==')} 65534"]


def test_the_image_is_named_after_what_goes_into_it_and_nothing_else(tmp_path, monkeypatch):
    settings = image._build_settings()
    assert b"Cython" in settings
    assert b"engine.core" in settings
    assert not re.search(rb"django|constraint|pytest", settings)
    name = image.tag.__wrapped__()
    monkeypatch.setattr(image, "_build_settings", lambda: settings + b"#")
    assert image.tag.__wrapped__() != name
