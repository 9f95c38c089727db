"""Changes the clock, its priority, its limits or who it is.

Fault: none
"""

import tries

ATTEMPTS = """
time.clock_settime(time.CLOCK_REALTIME, 0)
call(159, b"x" * 256)  # adjtimex
os.nice(-5)
os.setpriority(os.PRIO_PROCESS, 0, 5)
os.sched_setaffinity(0, {0})
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
resource.setrlimit(resource.RLIMIT_CPU, (9, 9))
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
call(170, b"name", 4)  # sethostname
os.setuid(0)
os.setgid(0)
os.setgroups([0])
call(57)  # fork
call(435, 0, 0)  # clone3
call(56, 17, 0, 0, 0, 0)  # clone(SIGCHLD)
call(0x40000000 + 39)  # getpid in the second numbering
call(323, 0)  # userfaultfd
"""

tries.each(ATTEMPTS)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
