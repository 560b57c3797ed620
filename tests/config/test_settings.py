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
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src" not in policy  # nothing loosens it for scripts


def test_every_variable_of_the_settings_is_explained(project: Path) -> None:
    code = (project / "config/settings.py").read_text() + (project / "config/databases.py").read_text()
    read_names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', code))
    example = (project / ".env.example").read_text()
    readme = (project / "README.md").read_text()
    assert read_names
    for name in read_names:
        assert re.search(rf"^#? ?{name}=", example, re.M), f"{name} is missing in .env.example"
        assert f"`{name}`" in readme, f"{name} is missing in README.md"
