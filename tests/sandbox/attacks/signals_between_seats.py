"""Uses what two seats might share: locks, watches, queues, loads, the page cache.

Fault: none
"""

import tries

ATTEMPTS = """
fcntl.flock(open(json.__file__), fcntl.LOCK_EX)
fcntl.lockf(open("/tmp/lock", "w"), fcntl.LOCK_EX)
fcntl.fcntl(open(json.__file__), fcntl.F_SETLEASE, fcntl.F_RDLCK)
fcntl.fcntl(os.open("/tmp", 0), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
call(294, 0)  # inotify_init1
call(300, 0, 0)  # fanotify_init
call(64, 0, 1, 0o1600)  # semget
call(68, 0, 0o1600)  # msgget
call(240, b"/q", 0o102, 0o600, 0)  # mq_open
call(99, ctypes.create_string_buffer(256))  # sysinfo: the load of the host
call(27, 0, 4096, 0)  # mincore: what the page cache holds
call(221, 0, 0, 0, 4)  # fadvise64: empties it
"""
FENCED = """
os.getloadavg()
open("/proc/loadavg").read()
open("/proc/stat").read()
"""

tries.each(ATTEMPTS)
tries.each(FENCED, fenced=True)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
