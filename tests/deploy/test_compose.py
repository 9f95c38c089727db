"""What docker-compose.yml promises about a server, read from the file itself."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text()
SERVICES: dict[str, Any] = yaml.safe_load(TEXT)["services"]


def sources(service: dict[str, Any]) -> list[str]:
    return [volume.split(":")[0] for volume in service.get("volumes", [])]


def test_only_the_worker_holds_the_docker_socket():
    assert [name for name, service in SERVICES.items() if "/var/run/docker.sock" in sources(service)] == ["worker"]


def test_only_the_worker_is_root():
    ours = {name: service for name, service in SERVICES.items() if service["image"] == "scout-ladder"}
    assert set(ours) == {"migrate", "web", "worker", "control"}
    assert [name for name, service in ours.items() if "user" in service] == ["worker"]


def test_the_run_folder_has_the_same_path_inside_and_outside():
    worker = SERVICES["worker"]
    run = worker["environment"]["SCOUT_RUN"]
    assert f"{run}:{run}" in worker["volumes"]
    assert "/sys/fs/cgroup:/sys/fs/cgroup:ro" in worker["volumes"]


def test_the_sandboxes_grow_on_the_same_base_as_the_site():
    assert SERVICES["worker"]["environment"]["SANDBOX_BASE"] == SERVICES["worker"]["build"]["args"]["BASE"]


def test_there_is_exactly_one_beat():
    assert [name for name, service in SERVICES.items() if "--beat" in str(service.get("command"))] == ["control"]


@pytest.mark.parametrize("secret", ["SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "ALLOWED_HOSTS"])
def test_no_secret_has_a_default(secret: str):
    uses = re.findall(rf"\$\{{{secret}\b(:?[^}}]*)\}}", TEXT)
    assert uses
    assert all(use.startswith(":?") for use in uses)


def test_nothing_is_open_to_the_network_unasked():
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert set(ports) == {"postgres", "redis", "web"}
    assert all(":-127.0.0.1:" in port for published in ports.values() for port in published)


def test_all_code_and_nothing_else_goes_into_the_image():
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = set(re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "ladder" / "Dockerfile").read_text(), re.MULTILINE))
    assert kept == {name for names in copied for name in names.split()}
