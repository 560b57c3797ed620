"""nginx in front of the processes, by the very configuration that operators are given: only names and ports differ."""

import re
import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
# What it keeps while it works, which must lie where it may write.
SCRATCH: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def find_nginx() -> str:
    """Find nginx, on root's path too, which is not everybody's; nothing where there is none."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin:/usr/local/sbin") or ""


def configuration(source: str, *, folder: Path, port: int, backends: list[int]) -> str:
    """Return nginx's configuration for this machine: without TLS, for which it has no name."""
    servers = "".join(f"    server 127.0.0.1:{backend} max_fails=0;\n" for backend in backends)
    site = re.sub(r"(?:^    server 127\.0\.0\.1:\d+ max_fails=0;\n)+", servers, source, flags=re.M)
    site = re.sub(r"^server \{\n    listen 80;.*?^\}\n", "", site, flags=re.M | re.S)  # which leads to TLS
    site = re.sub(r"^    (?:ssl_|listen \[).*\n", "", site, flags=re.M)
    site = re.sub(r"^    listen 443 .*;", f"    listen 127.0.0.1:{port};", site, flags=re.M)
    site = site.replace("play.example.org", "127.0.0.1").replace("/srv/dreamfactory/static/", f"{folder}/static/")
    site = site.replace("/srv/dreamfactory/code/", f"{ROOT}/")
    return _frame(site.replace("$host;", "$http_host;"), folder)


def _frame(site: str, folder: Path) -> str:
    kinds = Path("/etc/nginx/mime.types")
    lines = [f"{name}_temp_path {folder}/nginx-{name};" for name in SCRATCH]
    lines += [f"include {kinds};"] if kinds.exists() else []
    inside = "\n".join(["access_log off;", *lines, site])
    head = f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;"
    return f"{head}\nevents {{}}\nhttp {{\n{inside}\n}}\n"


def server_command(nginx: str, folder: Path) -> list[str]:
    """Return what starts it."""
    return [nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx.log")]
