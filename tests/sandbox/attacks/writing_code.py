"""Changes its own code, the engine or the interpreter.

Fault: none
"""

import tries

ATTEMPTS = """
open("/usr/here", "w")
open("/here", "w")
open("/scout/engine/core.py", "w")
open("/scout/sandbox/guest/child.py", "a")
open("/scout/engine/here", "w")
open(engine.__file__, "r+b")
open(sys.executable, "r+b")
open(json.__file__, "a")
os.rename("/scout", "/tmp/scout")
os.chmod("/scout/engine/core.py", 0o777)
os.mknod("/tmp/disk", 0o660 | stat.S_IFBLK, os.makedev(8, 0))
os.chroot("/tmp")
call(165, b"x", b"/tmp", b"tmpfs", 0, 0)  # mount
call(272, 0x10000000)  # unshare(CLONE_NEWUSER)
"""
FENCED = """
open("/bot/bot.py", "w")
open("/bot/here", "w")
"""

tries.each(ATTEMPTS)
tries.each(FENCED, fenced=True)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
