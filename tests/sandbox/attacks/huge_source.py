"""Has a source that takes all memory to compile.

Fault: start-failed: MemoryError | out-of-memory: memory | timed-out: processor time
"""

exec("x = " + "+".join(["[1]"] * 3_000_000))
