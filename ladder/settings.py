"""All settings, in the order of the story; each comes from the environment.

The defaults suit a laptop. In production (PRODUCTION=1) a missing secret stops
the start with a sentence.
"""

import os
import secrets
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ

from sandbox.guest.lockdown import ADDRESS_SPACE
from sandbox.package import LIMIT_FILES, LIMIT_PACKED, LIMIT_UNPACKED
from sandbox.protocol import LINE_LIMIT, LOG_LIMIT


class Environment(environ.Env):
    """The environment; what cannot be read ends the start with a sentence."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError as unreadable:
            sys.exit(f"{var}={os.environ.get(var)} cannot be used: {unreadable}.")


env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent

# --- Where and for whom it runs ---------------------------------------------------

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
SCOUT_DATA = Path(env("SCOUT_DATA", default=str(BASE_DIR / "data"))).resolve()
SCOUT_BIND = env("SCOUT_BIND", default="127.0.0.1")
SCOUT_PORT = env.int("SCOUT_PORT", default=8000)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def required(name: str) -> str:
    """A value that production cannot do without."""
    value = env(name, default="")
    if not value and PRODUCTION:
        sys.exit(f"{name} is missing: in production set it in the environment.")
    return str(value)


def kept_secret(path: Path) -> str:
    """A secret made at the first start and kept in the data folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        # Written aside and linked into place: of several starts at once one wins.
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        aside.touch(mode=0o600)
        aside.write_text(secrets.token_urlsafe(48))
        with suppress(FileExistsError):
            os.link(aside, path)
        aside.unlink()
    return path.read_text()


SECRET_KEY = required("SECRET_KEY") or kept_secret(SCOUT_DATA / "secret-key")

# Whoever opens the site to a network on purpose need not list its names as well.
ANY_HOST = ["*"] if SCOUT_BIND not in LOOPBACK else []
required("ALLOWED_HOSTS")
# A supervisor on the same machine asks for /healthz by the loopback address.
ALLOWED_HOSTS = [*env.list("ALLOWED_HOSTS", default=ANY_HOST), *LOOPBACK]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- What it is made of -----------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "django_htmx",
    "ladder",
    "ladder.accounts",
    "ladder.bots",
    "ladder.matches",
    "ladder.ratings",
    "ladder.api",
    "ladder.web",
]

MIDDLEWARE = [
    "ladder.headers.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "ladder.limits.TextOnly",
    "ladder.limits.BodyLimit",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "ladder.urls"
WSGI_APPLICATION = "ladder.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- Where facts are kept ---------------------------------------------------------

required("DATABASE_URL")
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{SCOUT_DATA / 'ladder.sqlite3'}")}
DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=0)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue up instead of failing: every transaction takes its lock at once.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=30000;"),
    }

CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}

# --- Who may enter ----------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
KNOX_TOKEN_MODEL = "accounts.Token"  # noqa: S105  # the name of a model
REST_KNOX = {"TOKEN_TTL": timedelta(days=env.int("TOKEN_DAYS", default=365))}
MIGRATION_MODULES = {"knox": None}  # its only table is replaced by our own

SIGN_UP = env("SIGN_UP", default="open")  # open, invitation or closed
if SIGN_UP not in ("open", "invitation", "closed"):
    sys.exit(f"SIGN_UP is {SIGN_UP!r}: it must be open, invitation or closed.")
SIGN_UPS_PER_HOUR = env.int("SIGN_UPS_PER_HOUR", default=30)  # from one address

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "web:sign-in"
LOGIN_REDIRECT_URL = "web:home"
LOGOUT_REDIRECT_URL = "web:home"

PROXIES = env.int("PROXIES", default=0)  # in front of us; they tell who really asks

# After ten wrong passwords for one name from one address: a quarter of an hour of rest.
AXES_FAILURE_LIMIT = env.int("SIGN_IN_FAILURES", default=10)
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_USERNAME_CALLABLE = "ladder.accounts.guessing.username"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_CALLABLE = "ladder.errors.locked_out"
AXES_VERBOSE = False
AXES_IPWARE_PROXY_COUNT = PROXIES or None
SILENCED_SYSTEM_CHECKS = ["axes.W006"]

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
CSRF_FAILURE_VIEW = "ladder.errors.csrf_failure"

HTTPS = env.bool("HTTPS", default=False)  # a proxy before us speaks it
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=60 * 60 * 24 * 30)

# --- Uploads ----------------------------------------------------------------------

# A package's limits are the sandbox's, which keeps them; a request may be a little
# larger, for the form around the file.
PACKAGE_LIMIT = LIMIT_PACKED
PACKAGE_UNPACKED = LIMIT_UNPACKED
PACKAGE_FILES = LIMIT_FILES
BOT_MEMORY, BOT_LOG, BOT_LINE = ADDRESS_SPACE, LOG_LIMIT, LINE_LIMIT
BODY_LIMIT = PACKAGE_LIMIT + 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
FILE_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
ACTIVE_BOTS = env.int("ACTIVE_BOTS", default=3)  # per owner; the house is exempt
UPLOADS_PER_HOUR = env.int("UPLOADS_PER_HOUR", default=60)  # per person
# The arena says here why it cannot hold uploaded bots captive; empty: it can.
UPLOADS_REFUSED = env("UPLOADS_REFUSED", default="")

# --- Play -------------------------------------------------------------------------

SANDBOX = env("SANDBOX", default="auto")
CLOCK_START = env.float("CLOCK_START", default=3.0)  # seconds of CPU time
CLOCK_BANK = env.float("CLOCK_BANK", default=2.0)
CLOCK_INCREMENT = env.float("CLOCK_INCREMENT", default=0.05)
SET_PAUSE = env.float("SET_PAUSE", default=2.0)  # seconds between sets; a server says 0
OPEN_SETS = env.int("OPEN_SETS", default=6)  # with SET_PAUSE 0: so many wait or play
SINGLE_SEATINGS = env.int("SINGLE_SEATINGS", default=20)  # matches before whole sets
# A version with faults in so many of its last so many sets rests until it passes a check.
FAULTY_SETS = env.int("FAULTY_SETS", default=3)
FAULTY_SETS_OF = env.int("FAULTY_SETS_OF", default=10)
CHALLENGES_PER_HOUR = env.int("CHALLENGES_PER_HOUR", default=20)  # per person; unrated
OPINIONS_PER_HOUR = env.int("OPINIONS_PER_HOUR", default=20)  # per person; a whole match each
# Is a new version better? A difference of ELO0 counts as none, ELO1 as real; ALPHA and BETA
# say how often the test may promote what is not better, or refuse what is.
COMPARISON_ELO0 = env.float("COMPARISON_ELO0", default=0.0)
COMPARISON_ELO1 = env.float("COMPARISON_ELO1", default=40.0)
COMPARISON_ALPHA = env.float("COMPARISON_ALPHA", default=0.05)
COMPARISON_BETA = env.float("COMPARISON_BETA", default=0.05)
COMPARISON_SETS = env.int("COMPARISON_SETS", default=200)  # then it is too close to tell
LEASE_SECONDS = env.float("LEASE_SECONDS", default=30.0)
CHECK_LEASE_SECONDS = env.float("CHECK_LEASE_SECONDS", default=6 * LEASE_SECONDS)
MATCH_SECONDS = env.float("MATCH_SECONDS", default=600.0)  # wall time; then it is void
ATTEMPTS = env.int("ATTEMPTS", default=3)

# --- Workers ----------------------------------------------------------------------

# The database says what there is to do; a message is only a nudge. These options
# survived killed children, killed workers and brokers restarted empty.
CELERY_BROKER_URL = required("BROKER_URL") or "redis://127.0.0.1:6379/0"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "control"
CELERY_TASK_ROUTES = {
    "ladder.tasks.check_version": {"queue": "matches"},
    "ladder.tasks.play_set": {"queue": "matches"},
    "ladder.tasks.second_opinion": {"queue": "matches"},
    "ladder.tasks.sweep_sandboxes": {"queue": "matches"},
}
CELERY_IMPORTS = ["ladder.tasks"]
CELERY_TASK_ACKS_LATE = True
# Safe only because a claim counts its attempts in the database and gives up.
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A set is at most six matches; whoever is still at it then is stuck.
CELERY_TASK_TIME_LIMIT = 6 * MATCH_SECONDS
CELERY_TASK_SOFT_TIME_LIMIT = CELERY_TASK_TIME_LIMIT - min(30, CELERY_TASK_TIME_LIMIT / 10)
# Whoever sends a nudge does not wait long for a broker that is away.
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0.1,
    "interval_max": 0.2,
}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A message is given to a second worker only after the first must long be dead.
    "visibility_timeout": int(2.5 * CELERY_TASK_TIME_LIMIT),
    "unacked_restore_interval": 10,
    "global_keyprefix": "scout:",
    "socket_timeout": 30,
    "socket_connect_timeout": 5,
    "socket_keepalive": True,
    "health_check_interval": 25,
    "retry_on_timeout": True,
}


def every(task: str, seconds: float) -> dict[str, object]:
    """A tick of the beat, which is worth nothing once the next one is due."""
    return {
        "task": f"ladder.tasks.{task}",
        "schedule": seconds,
        "options": {"expires": max(1.0, seconds)},
    }


BEAT_SECONDS = env.float("BEAT_SECONDS", default=2.0)  # how often the scheduler looks
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=LEASE_SECONDS / 3)
RATE_SECONDS = env.float("RATE_SECONDS", default=5.0)  # at least, between two rankings
CELERY_BEAT_SCHEDULE = {
    "schedule": every("schedule", BEAT_SECONDS),
    "sweep": every("sweep", SWEEP_SECONDS),
    "rate": every("rate", RATE_SECONDS),
    "sweep sandboxes": every("sweep_sandboxes", 300.0),
}

# --- The API ----------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "ladder.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["ladder.api.permissions.ReadOrScope"],
    "DEFAULT_RENDERER_CLASSES": ["ladder.api.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "ladder.api.negotiation.AsAsked",
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "ladder.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "ladder.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env("API_RATE", default="600/min"),
        "user": env("API_RATE", default="1200/min"),
        "sign-up": f"{SIGN_UPS_PER_HOUR}/hour",
        "upload": f"{UPLOADS_PER_HOUR}/hour",
        "tokens": "60/hour",
    },
    "EXCEPTION_HANDLER": "ladder.api.errors.answer",
    "NUM_PROXIES": PROXIES,
    "URL_FORMAT_OVERRIDE": None,  # ?format= belongs to the views that offer one
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Scout Ladder",
    "DESCRIPTION": "Rankings, bots, matches and replays of the SCOUT bot ladder.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "AUTHENTICATION_WHITELIST": ["ladder.api.authentication.TokenAuthentication"],  # for programs; pages have a session
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "filter": True,
        "tryItOutEnabled": True,
        "displayRequestDuration": True,
        "docExpansion": "list",
        "defaultModelsExpandDepth": 0,
        "validatorUrl": None,  # it would ask another host
    },
    "ENUM_NAME_OVERRIDES": {
        "VersionState": "ladder.bots.models.Version.State",
        "MatchState": "ladder.matches.models.Match.State",
        "SeasonState": "ladder.matches.models.Season.State",
        "ComparisonState": "ladder.matches.models.Comparison.State",
    },
}

# --- Pages ------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env("STATIC_ROOT", default=str(BASE_DIR / "data" / "static")) if PRODUCTION else None
STATICFILES_DIRS = [("viewer", BASE_DIR / "bots" / "viewer")]
WHITENOISE_USE_FINDERS = not PRODUCTION  # a laptop needs no collectstatic
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {
        "BACKEND": (
            "ladder.web.storage.ContentNames" if PRODUCTION else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "ladder.formats"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "ladder" / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- What is written down ---------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", default="INFO")},
    "loggers": {"axes": {"level": "WARNING"}},
}
