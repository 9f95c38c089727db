"""Raises in its import.

Fault: start-failed: ZeroDivisionError: division by zero (bot.py, line
"""

1 / 0  # noqa: B018
