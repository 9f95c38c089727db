"""The plain process shell: no walls at all, for bots whose author you trust as much as yourself."""

import subprocess
import sys
import tempfile
from pathlib import Path

from sandbox.faults import PlatformFailure
from sandbox.shells.bubblewrap import ProcessPlace
from sandbox.shells.zygote import ENGINE, GUEST, Place, Shell, settings


class ProcessShell(Shell):
    """Runs the same zygote without locks, wherever Python can fork."""

    name = "process"

    def describe(self) -> str:
        """For people."""
        return "plain processes, for trusted bots only"

    def launch(self, folder: Path) -> Place:
        """See `Shell.launch`. The zygote's own folder holds links to the code it may import."""
        guest, home = folder / "scout" / "sandbox" / "guest", folder / "bot"
        guest.parent.mkdir(parents=True)
        home.mkdir()
        guest.symlink_to(GUEST)
        (folder / "scout" / "engine").symlink_to(ENGINE)
        told = settings(socket=str(folder / "control" / "socket"), locked=False, home=str(home), writable=[])
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 - the place closes it
        try:
            process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-B", str(guest / "zygote.py"), told],
                env={"PYTHONHASHSEED": "0"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,
            )
        except OSError as error:
            complaints.close()
            raise PlatformFailure(f"Python does not start: {error}") from error
        return ProcessPlace(process, complaints)
