"""The one settings file: every difference of deployment is an environment variable, named in .env.example."""

import os
import re
from email.utils import parseaddr
from pathlib import Path

from django.http.request import split_domain_port, validate_host

from config import content_policy, databases, entrance, logs, messaging, template_engine
from config.environment import Environment, WrongSetting

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()
env.read_env(BASE_DIR / ".env")

# Development or not. Whoever sets a secret key is deploying, so debugging is then off unless asked for.
DEVELOPMENT_KEY = "django-insecure-only-for-development"
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
SECRET_KEY = env.str("SECRET_KEY", default=DEVELOPMENT_KEY)
DEBUG = env.bool("DEBUG", default=SECRET_KEY == DEVELOPMENT_KEY)

# A demonstration with known passwords: in development, where nobody else can come in.
DEMO = DEBUG and env.bool("DEMO", default=True)

# The engine looks there by itself; whoever named a folder that is not there learns it now.
EDITIONS_DIR = env.folder("EDITIONS_DIR")

# Where the site is.
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000, most=65535)
SITE = env.site_url("SITE_URL", default=f"http://127.0.0.1:{PORT}")
SITE_URL = SITE.geturl()
HTTPS = SITE.scheme == "https"
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=int(HTTPS))
if HTTPS and not TRUSTED_PROXIES:
    raise WrongSetting("TRUSTED_PROXIES", "must be at least 1 with https in SITE_URL: a proxy in front speaks TLS.")
SITE_HOST, _port = split_domain_port(SITE.netloc)
ALLOWED_HOSTS = [
    re.sub(r":\d+$", "", host)  # Django compares names alone, so one with a port would never be answered
    for host in env.list("ALLOWED_HOSTS", default=[SITE_HOST, *LOCAL_HOSTS])
]
if not validate_host(SITE_HOST, ALLOWED_HOSTS):
    raise WrongSetting("ALLOWED_HOSTS", f"must hold {SITE_HOST}, the host of SITE_URL: every page would be refused.")
# Who runs it, for the imprint and whoever has a question.
OPERATOR = {
    "name": env.str("OPERATOR_NAME", default=""),
    "address": env.list("OPERATOR_ADDRESS", default=[]),
    "mail": env.str("OPERATOR_MAIL", default=""),
}
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS", default=[SITE_URL])

# Whoever guesses the key is whoever they like. What is short, or one letter many times, can be guessed.
only_local_hosts = {HOST, *ALLOWED_HOSTS} <= {*LOCAL_HOSTS, "::1"}
is_weak_key = len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5 or SECRET_KEY.startswith("django-insecure-")
if is_weak_key and not (DEBUG and only_local_hosts):
    raise WrongSetting(
        "SECRET_KEY",
        "must be a long random text, at least 50 characters: only development on this machine may do without.",
    )

# Where nobody else can come in, staff need no second factor: for the demonstration, and for whoever tries things out.
SERVES_THIS_MACHINE = only_local_hosts and not HTTPS
ALONE_ON_THIS_MACHINE = DEBUG and SERVES_THIS_MACHINE
# A folder in which tests say where a process is to die (config/fail_points.py).
FAIL_POINTS = env.str("FAIL_POINTS", default="")
if FAIL_POINTS and not SERVES_THIS_MACHINE:
    raise WrongSetting("FAIL_POINTS", "is for tests on one machine: nobody wants a site to die on purpose.")

# What one request may bring and how long it may take to, and how many sockets one process holds for somebody.
LARGEST_BODY = env.int("LARGEST_BODY", default=1024 * 1024, least=64 * 1024)
REQUEST_SECONDS = env.float("REQUEST_SECONDS", default=20.0, least=0.1)
IDLE_SECONDS = env.float("IDLE_SECONDS", default=75.0, least=0.1)  # longer than proxies keep a connection for reuse
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=200, least=1)
SOCKETS_PER_SESSION = env.int("SOCKETS_PER_SESSION", default=20, least=1)
SOCKETS_PER_TABLE = env.int("SOCKETS_PER_TABLE", default=600, least=1)
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
FILE_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 10

# What the site is made of.
INSTALLED_APPS = [
    "config.admin_app.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "config",
    "accounts",
    "games",
    "leaderboard",
]
MIDDLEWARE = [
    "config.middleware.follow_request",
    "django.middleware.security.SecurityMiddleware",
    "games.api.middleware.api_middleware",
    "config.middleware.refuse_odd_forms",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.CompressPages",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.remember_visit",
    "accounts.middleware.follow_preferences",
    "accounts.middleware.keep_private",
    "accounts.sanctions.ban_middleware.ban_middleware",
    "accounts.people.guest_access.guest_access_middleware",
    "games.moderation.maintenance_mode.maintenance_middleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [template_engine.configure(BASE_DIR / "templates")]

# Forms wear the design of the site: templates/django/forms/ goes before Django's own.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# What is stored, and what travels between processes.
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": databases.configure(env, BASE_DIR / "var")}
REDIS_URL = env.redis_url("REDIS_URL")
REDIS_PATIENCE = messaging.REDIS_PATIENCE
CACHES = {"default": messaging.configure_cache(REDIS_URL)}
CHANNEL_LAYERS = {"default": messaging.configure_channel_layer(REDIS_URL)}

# Work. What is due lies in the database, so a lost or doubled task does no harm and no result is kept.
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=5.0, least=0.05)
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = messaging.configure_broker(REDIS_URL)
CELERY_BROKER_TRANSPORT = "config.transport.Transport" if REDIS_URL else None
CELERY_WORKER_CONSUMER = "config.consumer.PatientConsumer"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a broker may be away for long; the worker waits for it
CELERY_TASK_PUBLISH_RETRY = False  # whoever sends a task does not wait for a dead broker; the sweep comes anyway
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker takes from both by turns: what makes certain must not wait behind all that it is to make certain.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "sweeps": {}}
CELERY_TASK_ROUTES = {task: {"queue": "sweeps"} for task in ("games.tasks.sweep", "accounts.tasks.deliver_letters")}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # the schedule is below and nowhere else: no file is needed
CELERY_BEAT_SCHEDULE = {
    # Of sweeps that nobody took only a few are kept: the next one does the same.
    "sweep": {"task": "games.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": 4 * SWEEP_SECONDS}},
    "forget expired sessions": {"task": "accounts.tasks.forget_expired_sessions", "schedule": 24 * 60 * 60.0},
    "sweep guests": {"task": "accounts.tasks.sweep_guests", "schedule": 60 * 60.0},
    "forget old letters": {"task": "accounts.tasks.forget_old_letters", "schedule": 24 * 60 * 60.0},
}

# An AI answers people after a pause between these two numbers of seconds.
AI_PAUSE_SECONDS = env.numbers("AI_PAUSE_SECONDS", default=[0.7, 2.0])
# An answer that is forced comes by itself after a moment between these two: long enough to read why, or to take back
# what led to it. No longer than a person takes to pass, so that the moment tells nothing.
FORCED_PAUSE_SECONDS = env.numbers("FORCED_PAUSE_SECONDS", default=[2.0, 4.0])
# Brains that take their time think in processes beside the worker's, never more than one busy brain a core: so many for
# each process of the worker, of which there is one without REDIS_URL. After so many seconds another brain answers.
WORKERS = env.int("WORKERS", default=2, least=1) if REDIS_URL else 1
CELERY_WORKER_CONCURRENCY = WORKERS
WORKER_STOP_SECONDS = env.float("WORKER_STOP_SECONDS", default=15.0, least=1)
THINKERS = env.int("THINKERS", default=max(1, (os.cpu_count() or 1) // WORKERS), least=1)
THINKING_SECONDS = env.float("THINKING_SECONDS", default=5.0, least=0.1)

# People. Sessions lie in the database, so that nobody is logged out when Redis is away.
AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 60 * 60  # for those who want to be remembered; others until the browser is closed
# Idle guests and accounts that were never confirmed are swept away after so many days.
GUEST_DAYS = env.int("GUEST_DAYS", default=7, least=1)
AUTHENTICATION_BACKENDS = ["accounts.entrance.backends.NameOrEmailBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

# Accounts. Nobody learns which e-mail address has one: every answer is the same, and the mail tells its owner.
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
ACCOUNT_ADAPTER = "accounts.entrance.adapter.AccountAdapter"
ACCOUNT_FORMS = entrance.FORMS
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True  # one address each: a new one takes the old one's place once it is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE.scheme
ACCOUNT_RATE_LIMITS = entrance.RATE_LIMITS
MFA_ADAPTER = "accounts.entrance.factors.FactorAdapter"
MFA_FORMS = entrance.FACTOR_FORMS
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers themselves allow that for localhost only
MFA_ALLOW_UNVERIFIED_EMAIL = True  # otherwise nobody with a second factor could change the address
MFA_TOTP_ISSUER = "Dream Factory"
# The code before and the one after are good, too: phones' clocks are not right, and typing takes its time.
MFA_TOTP_PERIOD, MFA_TOTP_TOLERANCE = 30, 1

# Mail.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"Dream Factory <noreply@{SITE.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10  # seconds: somebody waits for the page
# Whoever is asked at a slow table is written to after so many seconds, unless they have looked meanwhile.
TURN_MAIL_SECONDS = env.float("TURN_MAIL_SECONDS", default=60.0)

# Notices on devices and by webhook. Without a key nobody is pushed to; in development one is made and kept in var/.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
if VAPID_PRIVATE_KEY and not re.fullmatch(r"[\w-]{43}", VAPID_PRIVATE_KEY, re.ASCII):
    raise WrongSetting("VAPID_PRIVATE_KEY", "must be a key as `manage.py push_keys` prints it.")
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# Addresses with their ports that people's webhooks may reach though they are not public: for the tests alone.
OUTSIDE_ALLOWED: set[tuple[str, int]] = set()

# Tables. How many one person may have: open ones as a host, and all that are open or in play.
GROUPS = env.int("GROUPS", default=20)
OPEN_TABLES = env.int("OPEN_TABLES", default=5)
TABLES = env.int("TABLES", default=30)
GUEST_OPEN_TABLES = env.int("GUEST_OPEN_TABLES", default=1)
GUEST_TABLES = env.int("GUEST_TABLES", default=3)
TABLE_HOURS = env.int("TABLE_HOURS", default=24, least=1)  # a table that nobody starts is dissolved after these
SLOW_TABLE_HOURS = env.int("SLOW_TABLE_HOURS", default=7 * 24, least=1)  # … a slow one after these
SEEK_MINUTES = env.int("SEEK_MINUTES", default=30, least=1)  # so long somebody looks for a live table
SEEK_READY_SECONDS = env.int("SEEK_READY_SECONDS", default=90, least=1)  # ... and has to say that they are there
# Whether matches that are over are looked through for the problem of the day, by a process in the background.
PROBLEM_SEARCH = env.bool("PROBLEM_SEARCH", default=True)
GRACE_MINUTES = env.int("GRACE_MINUTES", default=60)  # after a deadline at a slow table, before the AI stands in
# Who hosts tournaments has finished so many matches, and hosts so many at once.
TOURNAMENT_HOST_MATCHES = env.int("TOURNAMENT_HOST_MATCHES", default=10)
TOURNAMENTS = env.int("TOURNAMENTS", default=3)
TOURNAMENT_PRESENCE_MINUTES = env.int("TOURNAMENT_PRESENCE_MINUTES", default=15)  # unseen for these is not there
HOLIDAY_DAYS = env.int("HOLIDAY_DAYS", default=21)  # a year, in which somebody's clocks at slow tables stand still

# Languages and time.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Static files: found where they lie in development, collected under lasting names otherwise.
STATIC_URL = "static/"
STATIC_ROOT = env.path("STATIC_ROOT", default=BASE_DIR / "var" / "static")()
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "config.static_storage.ModuleStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}

# Security.
CONTENT_SECURITY_POLICY = content_policy.configure(SITE_URL)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(readyz|metrics|version)$"]  # a supervisor asks from inside, without TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 60 * 60) if HTTPS else 0
# For other hosts of the domain, and for ever in every browser: only whoever owns the whole domain can want that.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which would have everybody switch these two on
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS

# What is written down, and who is told when something fails: Sentry, or else administrators by mail.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
ALARM_MAILS = [] if SENTRY_DSN else env.list("ALARM_MAILS", default=[])
# Who may read /metrics: whoever brings this token. Without one there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
LOGGING = logs.configure(
    env.choice("LOG_LEVEL", "INFO", among={"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}),
    debug=DEBUG,
    as_json=env.choice("LOG_FORMAT", "LINES", among={"LINES", "JSON"}) == "JSON",
    alarms="config.alarms.MailAdministrators" if ALARM_MAILS else "",
)
