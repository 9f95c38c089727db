"""Is gone before it starts.

Fault: start-failed: exit code 0
"""

import os

os._exit(0)
