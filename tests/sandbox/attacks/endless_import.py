"""Never ends its import.

Fault: timed-out: processor time
"""

while True:
    pass
