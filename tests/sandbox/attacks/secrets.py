"""Looks for what belongs to the host: files, variables, descriptors.

Fault: none
"""

import os

import tries

ATTEMPTS = """
os.listdir("/root")
os.listdir("/work")
open("/etc/shadow").read()
open("/dev/kmsg")
open("/dev/mem")
open("/var/run/docker.sock")
call(248, b"user", b"k", b"v", 1, -3)  # add_key
call(250, 0, -3)  # keyctl
call(321, 0, 0, 0)  # bpf
call(298, 0, 0, 0, 0)  # perf_event_open
call(103, 3, 0, 0)  # syslog
"""
FENCED = """
os.listdir("/run/scout")
os.listdir("/home")
os.listdir("/etc")
open("/etc/passwd").read()
open("/proc/sys/kernel/hostname").read()
open("/proc/self/environ").read()
open("/sys/kernel/mm/ksm/run").read()
"""

tries.each(ATTEMPTS)
tries.each(FENCED, fenced=True)


def opened(descriptor):
    try:
        return bool(os.fstat(descriptor))
    except OSError:
        return False


if any("SECRET" in name or "DJANGO" in name for name in os.environ):
    print("REACHED the environment")
if [descriptor for descriptor in range(99) if opened(descriptor)] != [0, 1, 2, 3]:
    print("REACHED a descriptor")
if os.getuid() < 1000 or os.getpid() == 1 or os.uname().nodename != "sandbox":
    print("REACHED a name", os.getuid(), os.getpid(), os.uname().nodename)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
