"""Settings: what the environment changes, and what it must not."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from config.databases import configure
from config.environment import Environment
from tests.processes import ROOT, clean_environment
from tests.waiting import PATIENCE

PRODUCTION = {"SECRET_KEY": "k" * 40 + "0123456789", "SITE_URL": "https://play.example"}


def manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-W", "error", "manage.py", *arguments]
    surroundings = clean_environment() | environment
    return subprocess.run(
        command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def read(names: list[str], **environment: str) -> dict[str, object]:
    code = f"import json; from django.conf import settings; print(json.dumps([getattr(settings, n) for n in {names}]))"
    done = manage("shell", "--no-imports", "-c", code, **environment)
    assert done.returncode == 0, done.stderr
    return dict(zip(names, json.loads(done.stdout), strict=True))


def test_the_deployment_check_is_clean_in_production() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_a_secret_key_means_production() -> None:
    assert read(["DEBUG"], **PRODUCTION) == {"DEBUG": False}


@pytest.mark.parametrize("key", ["", "short", "k" * 49, "kk" * 50, "django-insecure-" + "0123456789" * 5])
def test_a_key_that_can_be_guessed_is_refused_in_one_line(key: str) -> None:
    done = manage("check", **{**PRODUCTION, "SECRET_KEY": key})
    assert done.returncode != 0
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "SECRET_KEY" in done.stderr


def test_a_key_of_ones_own_may_be_short_in_development() -> None:
    assert read(["DEBUG"], SECRET_KEY="short", DEBUG="true") == {"DEBUG": True}


def test_a_host_may_be_named_with_its_port() -> None:
    named = {"ALLOWED_HOSTS": "play.example:8443,[::1]:8000,localhost"}
    assert read(["ALLOWED_HOSTS"], **PRODUCTION, **named) == {"ALLOWED_HOSTS": ["play.example", "[::1]", "localhost"]}


def test_development_needs_no_variable_at_all() -> None:
    assert read(["DEBUG", "SITE_URL"]) == {"DEBUG": True, "SITE_URL": "http://127.0.0.1:8000"}


def test_the_sites_address_says_who_may_ask_and_post() -> None:
    values = read(["ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECURE_SSL_REDIRECT"], **PRODUCTION)
    assert "play.example" in str(values["ALLOWED_HOSTS"])
    assert values["CSRF_TRUSTED_ORIGINS"] == ["https://play.example"]
    assert values["SECURE_SSL_REDIRECT"] is True


def test_mail_goes_where_the_environment_says() -> None:
    values = read(["EMAIL_HOST", "EMAIL_PORT", "EMAIL_BACKEND"], EMAIL_URL="smtp+tls://ada:secret@mail.example:587")
    assert values["EMAIL_HOST"] == "mail.example"
    assert values["EMAIL_PORT"] == 587
    assert str(values["EMAIL_BACKEND"]).endswith("smtp.EmailBackend")


def test_redis_carries_cache_messages_and_tasks_when_there_is_one() -> None:
    values = read(["CACHES", "CHANNEL_LAYERS", "CELERY_BROKER_URL"], REDIS_URL="redis://bus.example:6379/1")
    assert str(values).count("redis://bus.example:6379/1") == 3


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="of the embedded database")
def test_the_embedded_database_lets_readers_read_while_one_writes() -> None:
    with connection.cursor() as cursor:
        pragmas = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "foreign_keys")}
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
    assert pragmas == {"journal_mode": "wal", "foreign_keys": 1}
    assert synchronous == 1  # normal
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


@pytest.mark.django_db
def test_every_page_forbids_what_is_inline_or_from_elsewhere(client: Client) -> None:
    policy = client.get("/readyz").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src" not in policy  # nothing loosens it for scripts


def test_every_variable_of_the_settings_is_explained_once(project: Path) -> None:
    code = (project / "config/settings.py").read_text() + (project / "config/databases.py").read_text()
    read_names = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', code)
    example = re.findall(r"^#? ?([A-Z_]+)=", (project / ".env.example").read_text(), re.M)
    table = (project / "docs/operating.md").read_text().partition("## Configuration")[2]
    explained = [name for row in re.findall(r"^\| (`.+?) \|", table, re.M) for name in re.findall(r"`([A-Z_]+)`", row)]
    assert sorted(example) == sorted(set(read_names))
    assert sorted(explained) == sorted(set(read_names))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "mysql://localhost/db"),
        ("DATABASE_URL", "postgresql://user:hunter2@host:port/db"),
        ("DATABASE_URL", "postgresql://localhost"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://:hunter2@host:port/0"),
        ("REDIS_URL", "redis://host/zero"),
        ("EMAIL_URL", "pigeon://hunter2@host"),
        ("EMAIL_URL", "smtp://user:hunter2@host:port"),
        ("VAPID_PRIVATE_KEY", "hunter2"),
        ("SITE_URL", "play.example"),
        ("SITE_URL", "http://play.example/dream"),
        ("SITE_URL", "http://play.example:port"),
        ("CSRF_TRUSTED_ORIGINS", "play.example"),
        ("DEBUG", "ture"),
        ("PORT", "eight"),
        ("PORT", "80000"),
        ("SWEEP_SECONDS", "5 seconds"),
        ("SWEEP_SECONDS", "0"),
        ("SWEEP_SECONDS", "nan"),
        ("TABLES", "-1"),
        ("DATABASE_POOL", "many"),
        ("AI_PAUSE_SECONDS", "2"),
        ("AI_PAUSE_SECONDS", "2,1"),
        ("AI_PAUSE_SECONDS", "a,b"),
        ("EDITIONS_DIR", "/nowhere"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_variable_is_named_in_one_line_without_its_secrets(name: str, value: str) -> None:
    if name == "DATABASE_POOL":
        name_and_rest = {"DATABASE_URL": "postgresql://localhost/db", name: value}
    else:
        name_and_rest = {name: value}
    done = manage("check", **name_and_rest)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Wrong setting: {name} must be ")
    assert done.stderr.count("\n") == 1
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize("program", [["celery", "--app", "config", "worker"], ["celery", "--app", "config", "beat"]])
def test_worker_and_beat_name_a_wrong_variable_too(program: list[str]) -> None:
    surroundings = clean_environment() | {"REDIS_URL": "redis://localhost", "WORKERS": "two"}
    done = subprocess.run(
        program, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "Wrong setting: WORKERS must be a whole number, not 'two'.\n"


def test_hosts_without_that_of_the_site_are_refused_in_one_line() -> None:
    done = manage("check", **PRODUCTION, ALLOWED_HOSTS="www.play.example,127.0.0.1")
    assert done.stderr.startswith("Wrong setting: ALLOWED_HOSTS must hold play.example, the host of SITE_URL")
    assert len(done.stderr.splitlines()) == 1


def test_a_site_may_be_at_an_address_of_ipv6() -> None:
    found = read(["ALLOWED_HOSTS"], **{**PRODUCTION, "SITE_URL": "https://[2001:db8::1]:8443"})["ALLOWED_HOSTS"]
    assert found == ["[2001:db8::1]", "localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize(
    "program",
    [
        [sys.executable, "manage.py", "web"],
        ["celery", "--app", "config", "worker"],
        ["celery", "--app", "config", "beat"],
    ],
)
def test_no_process_of_several_starts_where_none_could_hear_the_other(program: list[str]) -> None:
    surroundings = clean_environment() | {"PORT": "0"}
    done = subprocess.run(
        program, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Wrong setting: REDIS_URL must be set for processes of their own")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["serve", "--prepare"], ["web"], ["migrate"]])
def test_every_command_names_a_wrong_variable(command: list[str]) -> None:
    done = manage(*command, PORT="eight")
    assert (done.returncode, done.stderr) == (1, "Wrong setting: PORT must be a whole number, not 'eight'.\n")


def test_a_database_that_cannot_be_opened_is_one_line(tmp_path: Path) -> None:
    done = manage("migrate", DATABASE_URL=f"sqlite:///{tmp_path / 'missing' / 'db.sqlite3'}")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "DATABASE_URL" in done.stderr


def test_a_secret_that_begins_with_a_dollar_is_meant_as_it_is() -> None:
    key = "$" + PRODUCTION["SECRET_KEY"]
    assert read(["SECRET_KEY", "DEBUG"], SECRET_KEY=key) == {"SECRET_KEY": key, "DEBUG": False}


def test_hosts_below_ours_and_lists_of_browsers_are_left_alone_unless_asked() -> None:
    names = ["SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD"]
    assert list(read(names, **PRODUCTION).values()) == [365 * 24 * 60 * 60, False, False]
    asked = {"HSTS_SUBDOMAINS": "true", "HSTS_PRELOAD": "true"}
    assert list(read(names, **PRODUCTION, **asked).values()) == [365 * 24 * 60 * 60, True, True]


def test_what_a_proxy_says_is_believed_only_where_one_is_trusted() -> None:
    assert read(["SECURE_PROXY_SSL_HEADER"]) == {"SECURE_PROXY_SSL_HEADER": None}
    assert read(["SECURE_PROXY_SSL_HEADER"], **PRODUCTION)["SECURE_PROXY_SSL_HEADER"]
    done = manage("check", **PRODUCTION, TRUSTED_PROXIES="0")
    assert done.stderr.startswith("Wrong setting: TRUSTED_PROXIES must be at least 1")


def test_the_procfile_serves_this_machine_alone_unless_asked(project: Path) -> None:
    assert "0.0.0.0" not in (project / "Procfile").read_text()
    assert read(["HOST"]) == {"HOST": "127.0.0.1"}


def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite3"
    code = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE a (b)")
    import glob, os
    print(*(oct(os.stat(name).st_mode & 0o777) for name in glob.glob(str(connection.settings_dict["NAME"]) + "*")))
"""
    for _ in range(2):
        done = manage("shell", "--no-imports", "-c", code, DATABASE_URL=f"sqlite:///{file}")
        assert done.stdout.split() == ["0o600"] * 3, done.stderr
        file.chmod(0o644)  # as it was made before
        code = code.replace("TABLE a", "TABLE c")


def test_the_folder_of_our_own_database_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    configure(Environment(), folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "db.sqlite3").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("consolemail://", "mail goes to this terminal"),
        ("smtp+tls://ada:secret@mail.example:587", "mail goes through mail.example"),
    ],
)
def test_the_banner_says_where_mail_goes(url: str, place: str) -> None:
    code = "from config.welcome import first_steps; print(*first_steps())"
    assert place in manage("shell", "--no-imports", "-c", code, EMAIL_URL=url, DEMO="no").stdout
