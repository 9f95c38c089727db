"""The ladder: bots are uploaded, checked, scheduled, play, are recorded, rated and shown.

It knows nothing of the rules of SCOUT (the engine's work) nor of how a bot is
held captive (the sandbox's work).
"""

from ladder.celery import app as celery_app

__all__ = ["celery_app"]
