"""The plain process shell: no walls at all, for bots whose author you trust as much as yourself."""

import subprocess
import sys
import tempfile
from pathlib import Path

from sandbox.faults import PlatformFailure
from sandbox.shells.bubblewrap import ProcessPlace
from sandbox.shells.zygote import ENGINE, GUEST, Place, Shell, command, numpy_folders


class ProcessShell(Shell):
    """Runs the same zygote without locks, wherever Python can fork."""

    name = "process"

    def describe(self) -> str:
        """For people."""
        return "plain processes, for trusted bots only"

    def home(self, folder: Path) -> str:
        """See `Shell.home`."""
        return str(folder / "bot")

    def launch(self, folder: Path) -> Place:
        """See `Shell.launch`. The zygote's own folder holds links to the code it may import."""
        scout, home = folder / "scout", self.home(folder)
        for made in (scout / "sandbox", scout / "site", Path(home)):
            made.mkdir(parents=True)
        (scout / "engine").symlink_to(ENGINE)
        (scout / "sandbox" / "guest").symlink_to(GUEST)
        for part in numpy_folders():
            (scout / "site" / part.name).symlink_to(part)
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 - the place closes it
        try:
            process = subprocess.Popen(
                command(sys.executable, str(scout), socket="socket", locked=False, home=home, writable=[]),
                cwd=folder / "control",
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
