"""Is the site alive? One address for supervisors, and a command that asks it.

`python -m ladder.health [URL]` ends 0 when the site answers that all is well.
"""

import sys
import urllib.error
import urllib.request

from django.db import connection
from django.http import HttpRequest, HttpResponse


def healthz(request: HttpRequest) -> HttpResponse:
    """Answers "ok" when the site can read its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


def ask(url: str) -> bool:
    """Does the site at this address say that it is well?"""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310  # our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000/healthz"
    sys.exit(0 if ask(address) else 1)
