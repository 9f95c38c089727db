"""What runs inside a sandbox: the zygote that waits, the locks a child puts on, the child that plays.

Standard library and engine only. Trusts the host; nothing on the host trusts it.
"""
