"""Where the zygote runs: in a Docker container, in bubblewrap, or, for trusted bots only, as a plain process.

The shells know nothing of cards. What they share is in `zygote.py`, the choice between them in `choose.py`.
"""

from sandbox.shells.choose import shell_for
from sandbox.shells.zygote import Sandbox, Shell

__all__ = ["Sandbox", "Shell", "shell_for"]
