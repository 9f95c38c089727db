"""Becomes another program.

Fault: none
"""

import tries

ATTEMPTS = """
os.execv(sys.executable, ["python"])
os.execv("/bin/sh", ["sh"])
os.execv("/proc/self/exe", ["python"])
subprocess.run(["true"])
os.system("true") == 0 or os.stat("/nowhere")
call(322, -100, b"/bin/sh", 0, 0, 0)  # execveat
"""

tries.each(ATTEMPTS)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
