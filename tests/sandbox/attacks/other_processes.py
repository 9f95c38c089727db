"""Reads and signals other processes.

Fault: none
"""

import os

import tries

FENCED = """
open("/proc/1/environ").read()
open("/proc/1/mem", "rb").read(1)
open("/proc/1/cmdline").read()
os.listdir("/proc/1/fd")
open("/proc/self/maps").read()
open("/proc/self/mem", "r+b").write(b"")
"""
ATTEMPTS = """
os.kill(1, signal.SIGKILL)
os.kill(os.getppid(), signal.SIGKILL)
os.kill(-1, signal.SIGKILL)
call(310, 1, 0, 0, 0, 0, 0)  # process_vm_readv
call(311, 1, 0, 0, 0, 0, 0)  # process_vm_writev
call(312, 1, 1, 0, 0, 0)  # kcmp
call(434, 1, 0)  # pidfd_open
call(438, 3, 0, 0)  # pidfd_getfd
call(424, 3, 9, 0, 0)  # pidfd_send_signal
"""

tries.each(FENCED, fenced=True)
tries.each(ATTEMPTS)
if [pid for pid in range(2, 5_000) if os.path.exists(f"/proc/{pid}/cmdline") and pid != os.getpid()]:
    print("REACHED somebody")


class Bot:
    def act(self, view):
        return view.legal_actions[0]
