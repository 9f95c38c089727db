"""The people: who may upload, under which name, and with which tokens.

Knows nothing of bots or matches.
"""
