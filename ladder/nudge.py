"""Tell a worker that there is something to do, once the facts are safely written.

The rows of the database are the queue; a message is only a nudge. If it is lost,
or the broker is away, the sweep nudges again.
"""

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def nudge(task: str, *args: object) -> None:
    """Send the task `ladder.tasks.<task>` after the current transaction commits."""
    transaction.on_commit(partial(send, task, *args))


def send(task: str, *args: object) -> None:
    """Send it now. Without a broker nothing is lost: the sweep comes round again."""
    try:
        current_app.send_task(f"ladder.tasks.{task}", args)
    except (OperationalError, OSError) as error:
        logger.warning("no broker took the nudge %s%s: %s", task, args, error)
