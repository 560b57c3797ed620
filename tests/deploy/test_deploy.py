"""What operators are given is accepted by the programs it is written for, and starts what the Procfile starts."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from honcho.environ import parse_procfile

from tests.processes import ROOT, clean_environment

DEPLOY = ROOT / "deploy"
PROGRAMS = {"web": "manage.py web", "worker": "celery --app config worker", "beat": "celery --app config beat"}


def found(program: str) -> str:
    """Find a program, on root's path too, which is not everybody's."""
    return shutil.which(program, path=f"{clean_environment()['PATH']}:/usr/sbin:/sbin") or ""


def run(*command: str, **environment: str) -> str:
    environment = clean_environment() | environment
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


# From 1.25.1 on nginx would rather have a line of its own, which Debian 12's does not know.
OLD_HTTP2 = 'the "listen ... http2" directive is deprecated'


@pytest.mark.skipif(not found("nginx"), reason="nginx is not installed on this machine")
def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.org"]
    run(*key, "-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem"))
    site = (DEPLOY / "nginx.conf").read_text().replace("/etc/letsencrypt/live/play.example.org", str(tmp_path))
    (tmp_path / "site.conf").write_text(site)
    frame = f"pid {tmp_path}/pid; events {{}} http {{ access_log off; include {tmp_path}/site.conf; }}"
    (tmp_path / "nginx.conf").write_text(frame)
    told = run(found("nginx"), "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "errors"))
    assert "test is successful" in told
    assert [line for line in told.splitlines() if "[warn]" in line and OLD_HTTP2 not in line] == []
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in site, "Debian 12 allows older ones by itself"
    assert "access_log off;" in site, "addresses of pages can be keys"
    assert "alias /srv/dreamfactory/static/;" in site, "beside the code, which lies in a folder of its own"


@pytest.mark.parametrize("name", ["Caddyfile", "compose.Caddyfile"])
def test_caddy_accepts_its_configuration(name: str, tmp_path: Path) -> None:
    asked = ["validate", "--adapter", "caddyfile", "--config", str(DEPLOY / name)]
    told = run(found("caddy"), *asked, SITE_URL="https://play.example.org", HOME=str(tmp_path))
    assert "Valid configuration" in told


@pytest.mark.parametrize("name", ["Caddyfile", "compose.Caddyfile"])
def test_caddy_limits_headers_as_nginx_does(name: str) -> None:
    pieces, kilobytes = re.findall(r"large_client_header_buffers (\d+) (\d+)k;", (DEPLOY / "nginx.conf").read_text())[0]
    site = (DEPLOY / name).read_text()
    assert re.findall(r"max_header_size (\w+)", site) == [f"{int(pieces) * int(kilobytes)}KiB"]
    assert re.findall(r"read_header (\w+)", site) == ["20s"]


@pytest.mark.parametrize("name", ["Caddyfile", "compose.Caddyfile"])
def test_caddy_takes_a_table_by_its_number_to_one_process_as_nginx_does(name: str) -> None:
    site = (DEPLOY / name).read_text()
    found_by = re.search(r"@table path_regexp table (\S+)", site)
    assert found_by
    asked = ("/tables/7/", "/ws/tables/7/", "/tables/7/move/")
    assert {re.match(found_by[1], path)[1] for path in asked} == {"7"}  # type: ignore[index]
    assert site.count("request_header X-Meeting-Place {re.table.1}") == 1
    assert re.findall(r"lb_policy (.*)", site) == ["header X-Meeting-Place"], "the whole address differs by its query"


@pytest.mark.skipif(not found("systemd-analyze"), reason="systemd is not installed on this machine")
def test_systemd_accepts_its_units(tmp_path: Path) -> None:
    for unit in (DEPLOY / "systemd").iterdir():
        shutil.copy(unit, tmp_path)
    assert run("systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))) == ""


def begun_by(unit: Path) -> str:
    """Return what the shell of a unit is told."""
    told = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", unit.read_text(), re.M)
    assert len(told) == 1
    return str(told[0]).replace("$$", "$")


def write_program(file: Path, words: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{words}\n")
    file.chmod(0o755)


@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda unit: unit.stem)
def test_what_runs_stays_with_its_version_when_another_is_in_use(unit: Path, tmp_path: Path) -> None:
    for program in ("python", "celery"):
        write_program(tmp_path / "versions/first/venv/bin" / program, 'echo "$0"')
    (tmp_path / "versions/first/code").mkdir()
    (tmp_path / "code").symlink_to("versions/first/code")
    ran = subprocess.run(["/bin/sh", "-c", begun_by(unit)], cwd=tmp_path / "code", stdout=subprocess.PIPE, check=True)
    assert Path(ran.stdout.decode().strip()).parent == tmp_path / "versions/first/venv/bin"


def test_a_command_stays_with_the_version_that_is_named(tmp_path: Path) -> None:
    write_program(tmp_path / "bin/systemd-run", 'printf "%s\\n" "$@"')
    folder = tmp_path / "versions/first"
    for part in ("code", "venv"):
        (folder / part).mkdir(parents=True)
    (tmp_path / "code").symlink_to("versions/first/code")
    paths = {"CODE": str(tmp_path / "code"), "PATH": f"{tmp_path}/bin:{clean_environment()['PATH']}"}
    told = run(str(DEPLOY / "dreamfactory-manage"), "say", "two words", **paths).splitlines()
    assert f"--working-directory={folder}/code" in told
    assert told[-4:] == [f"{folder}/venv/bin/python", "manage.py", "say", "two words"]


def chapter(name: str) -> str:
    """Return the commands of a chapter of the operators' guide."""
    text = (ROOT / "docs/operating.md").read_text().partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    return "".join(re.findall(r"^```\n(.*?)^```$", text, re.M | re.S))


@pytest.mark.parametrize("name", ["On an empty Debian machine", "As containers", "Upgrading"])
def test_a_chapter_can_be_followed_from_a_fresh_shell(name: str) -> None:
    commands = chapter(name)
    assert commands
    assert "alias" not in commands
    assert not re.search(r"(?<!-)\bmanage ", commands), "only dreamfactory-manage is there in every shell"
    subprocess.run(["sh", "-n"], input=commands, text=True, check=True)


def test_an_upgrade_brings_what_lies_outside_of_the_versions_folder() -> None:
    order = ["diff --recursive code/deploy", "migrate", "collectstatic", "ln --symbolic", "/etc/systemd/system/"]
    places = [chapter("Upgrading").index(step) for step in [*order, "daemon-reload", "systemctl restart"]]
    assert places == sorted(places)


def test_hadolint_accepts_the_image() -> None:
    run(found("hadolint"), "--failure-threshold", "warning", str(DEPLOY / "Dockerfile"))


def test_the_containers_are_described_as_compose_has_it() -> None:
    run(found("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml"))


def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return parsed


@pytest.mark.parametrize("process", PROGRAMS)
def test_units_and_containers_start_what_the_procfile_starts(process: str) -> None:
    line = parse_procfile((ROOT / "Procfile").read_text()).processes[process]
    unit = next((DEPLOY / "systemd").glob(f"dreamfactory-{process}*.service")).read_text()
    container = compose()["services"][process].get("command", (DEPLOY / "Dockerfile").read_text())
    arguments = line.partition(PROGRAMS[process])[2]
    assert PROGRAMS[process] + arguments in line
    assert PROGRAMS[process] + arguments in unit
    assert PROGRAMS[process] + arguments in container.replace('", "', " ")


# Which PostgreSQL a Debian's postgresql-client is of. From 17 on pg_restore writes what older servers refuse.
CLIENT_PROGRAMS = {"bookworm": "15", "trixie": "17"}


def test_the_database_understands_the_images_client_programs() -> None:
    debian = re.findall(r"^FROM python:3\.11-slim-(\w+)$", (DEPLOY / "Dockerfile").read_text(), re.M)
    assert compose()["services"]["postgres"]["image"] == f"postgres:{CLIENT_PROGRAMS[debian[0]]}"


def test_a_container_makes_backups_as_the_timer_does() -> None:
    kept = re.findall(r"manage\.py (backup --keep \d+)", (DEPLOY / "systemd/dreamfactory-backup.service").read_text())
    backup = compose()["services"]["backup"]
    assert re.findall(r"manage\.py (backup --keep \d+)", backup["command"]) == kept
    assert "kept:/srv/dreamfactory/code/var" in backup["volumes"]
    subprocess.run(["sh", "-n"], input=shlex.split(backup["command"])[-1], text=True, check=True)


def test_containers_know_of_which_commit_they_are() -> None:
    assert compose()["services"]["web"]["build"]["args"] == {"COMMIT": "${COMMIT:-}"}
    assert "ARG COMMIT=" in (DEPLOY / "Dockerfile").read_text()


def test_containers_are_given_variables_that_the_site_reads() -> None:
    explained = set(re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M))
    services = compose()["services"]
    for name in ("release", "web", "worker", "beat", "backup"):
        assert set(services[name]["environment"]) <= explained, name


def test_the_image_is_built_from_files_that_are_there() -> None:
    copied = re.findall(r"^COPY (\S+) ", (DEPLOY / "Dockerfile").read_text(), re.M)
    assert copied == ["requirements.lock", "."]
    assert all((ROOT / name).exists() for name in copied)
