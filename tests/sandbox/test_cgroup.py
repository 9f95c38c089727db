"""The counters of a container are found and read, on both versions of control groups."""

import pytest

from sandbox import cgroup

CONTAINER = "c0ffee" * 10


def write(folder, **files):
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("_", ".", 1)).write_text(text)


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A made-up /sys/fs/cgroup."""
    monkeypatch.setattr(cgroup, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", ["docker/{}", "system.slice/docker-{}.scope"])
def test_version_two_has_one_folder(root, place):
    folder = root / place.format(CONTAINER)
    write(folder, cpu_stat="usage_usec 1500000\nuser_usec 9\n", memory_events="low 0\noom 1\noom_kill 3\n")
    group = cgroup.of_container(CONTAINER, 0)
    assert group.cpu() == 1.5
    assert group.oom_kills() == 3
    (folder / "cpu.stat").write_text("usage_usec 2000000\n")
    assert group.cpu() == 2.0
    group.close()


@pytest.mark.parametrize("place", ["docker/{}", "system.slice/docker-{}.scope"])
def test_version_one_has_a_folder_per_controller(root, place):
    place = place.format(CONTAINER)
    write(root / "cpu" / place, cpu_stat="nr_periods 0\n")
    write(root / "cpuacct" / place, cpuacct_usage="2500000000\n")
    write(root / "memory" / place, memory_oom_control="under_oom 0\noom_kill 1\n")
    group = cgroup.of_container(CONTAINER, 0)
    assert group.cpu() == 2.5
    assert group.oom_kills() == 1
    group.close()


def test_what_cannot_be_seen_is_not_guessed(root):
    write(root / "docker" / CONTAINER, cpu_stat="usage_usec 1\n")
    group = cgroup.of_container(CONTAINER, 0)
    assert group.oom_kills() is None
    group.close()
    assert cgroup.of_container("another", 0) is None
    assert cgroup.of_container(CONTAINER[::-1], 1) is None


def test_a_group_of_our_own_is_bounded_and_goes_again(root):
    (root / "cgroup.controllers").write_text("cpu memory")  # version 2
    group = cgroup.make("scout-run-7-x", 1000)
    assert group.doors == [str(root / "scout-run-7-x" / "cgroup.procs")]
    assert (root / "scout-run-7-x" / "memory.max").read_text() == "1000"
    assert (root / "scout-run-7-x" / "memory.swap.max").read_text() == "0"


def test_where_no_group_may_be_made_there_is_none(root):
    (root / "cpuacct").mkdir()  # version 1, but without memory
    assert cgroup.make("scout-run-7-x", 1000) is None
    assert list((root / "cpuacct").iterdir()) == []


def test_groups_of_dead_workers_are_swept_up(root):
    for number in (7, 8):
        (root / "cpuacct" / f"scout-run-{number}-x").mkdir(parents=True)
    assert cgroup.remove_empty("scout-run-", lambda name: "-7-" in name) == 1
    assert [group.name for group in (root / "cpuacct").iterdir()] == ["scout-run-8-x"]
