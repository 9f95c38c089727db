from sandbox.shells.bubblewrap import BubblewrapShell
from sandbox.shells.process import ProcessShell
from sandbox.shells.zygote import Shell
def shell_for(choice: str = "auto", trusted: bool = False) -> Shell:
    return {"bubblewrap": BubblewrapShell, "process": ProcessShell}[choice]()
