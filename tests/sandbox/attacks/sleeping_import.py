"""Sleeps in its import.

Fault: timed-out: answer came for
"""

import time

time.sleep(3600)
