"""The door out: public addresses only, resolved once, by TLS, without redirects, and not for long."""

import socket
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from accounts.notices import outside
from accounts.notices.outside import Forbidden, Unreachable, find_place, is_public, post
from tests.receiver import Receiver, close, listen, receiver

__all__ = ["receiver"]


def send(url: str) -> int:
    return post(url, body=b"{}", headers={"Content-Type": "application/json"})


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.1.2.3", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
        *("169.254.169.254", "169.254.0.1", "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7"),
        *("203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255", "not an address", ""),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "fec0::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:8.8.8.8", "::127.0.0.1"),
        *("64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:a00:1::", "2001:0:4136:e378::1"),
    ],
)
def test_what_is_not_plainly_public_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "162.159.128.233", "2606:4700::1111", "2a00:1450:4001:81b::200e"])
def test_the_open_network_is_allowed(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("https://localhost/", "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/"),
        *("https://0177.0.0.1/", "https://0x7f.1/", "https://0/", "https://[::1]/", "https://[::ffff:127.0.0.1]/"),
        *("https://[::ffff:7f00:1]/", "https://[::ffff:a9fe:a9fe]/", "https://[64:ff9b::7f00:1]/"),
        *("https://169.254.169.254/latest/meta-data/", "https://2852039166/", "https://10.0.0.1:443/"),
        *("http://8.8.8.8/", "ftp://8.8.8.8/", "file:///etc/passwd", "gopher://8.8.8.8/", "https:///x", "//8.8.8.8/"),
        *("https://8.8.8.8:22/", "https://8.8.8.8:6379/", "https://8.8.8.8:99999/", "https://8.8.8.8:x/"),
        *(
            "https://user:password@8.8.8.8/",
            "https://8.8.8.8@127.0.0.1/",
            "https://8.8.8.8/\r\nHost: x",
            "https://8.8.8.8/a b",
        ),
        *(
            "https://8.8.8.8/é",
            "https://[fe80::1%25eth0]/",
            "https://nobody.invalid/",
            "https://1⃣.1.1.1/",
            "",
            "https://",
        ),
    ],
)
def test_no_such_address_is_spoken_to(url: str) -> None:
    with pytest.raises(Forbidden):
        find_place(url)


def test_a_public_address_is_found_as_it_stands() -> None:
    place = find_place("https://8.8.8.8:8443/hook/1?key=a")
    assert (place.address, place.port, place.path, place.is_secure) == ("8.8.8.8", 8443, "/hook/1?key=a", True)


def test_what_is_sent_arrives_and_only_its_status_comes_back(receiver: Receiver) -> None:
    receiver.status = 204
    assert send(receiver.url) == 204
    [got] = receiver.requests
    assert (got.path, got.body, got.headers["Content-Type"]) == ("/place?key=1", b"{}", "application/json")
    assert got.headers["Host"] == "{}:{}".format(*receiver.address)


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 302, {"Location": receiver.url}
    assert send(receiver.url) == 302
    assert len(receiver.requests) == 1


def test_nothing_of_this_machine_is_reached_that_the_test_does_not_name(receiver: Receiver, settings: Any) -> None:
    settings.OUTSIDE_ALLOWED = set()
    with pytest.raises(Forbidden):
        send(receiver.url)
    assert receiver.requests == []


class Names:
    """A server of names that gives other answers each time."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)

    def __call__(self, host: str, port: int, *more: Any, **kwargs: Any) -> list[Any]:
        found = self.answers.pop(0) if "example" in host else [host]  # an address stands for itself
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]


@pytest.fixture
def two(settings: Any) -> Iterator[tuple[Receiver, Receiver]]:
    """One server that may be reached, and another beside it, at the same port, that may not."""
    allowed = listen("127.0.0.2")
    secret = listen("127.0.0.1", allowed.address[1])
    settings.OUTSIDE_ALLOWED = {allowed.address}
    yield allowed, secret
    close(allowed)
    close(secret)


def test_a_name_that_turns_elsewhere_after_it_was_checked_leads_nowhere_else(
    two: tuple[Receiver, Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed, secret = two
    monkeypatch.setattr(socket, "getaddrinfo", Names(["127.0.0.2"], ["127.0.0.1"]))
    url = f"http://rebinding.example:{allowed.address[1]}/"
    assert send(url) == 201
    assert [request.headers["Host"] for request in allowed.requests] == [f"rebinding.example:{allowed.address[1]}"]
    with pytest.raises(Forbidden):
        send(url)
    assert secret.requests == []


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Names(["8.8.8.8", "10.0.0.1"], ["8.8.8.8"]))
    with pytest.raises(Forbidden):
        find_place("https://both.example/")
    assert find_place("https://both.example/").address == "8.8.8.8"


@pytest.fixture
def silent(settings: Any) -> Iterator[str]:
    """A server that takes everything and answers a letter now and then, without end."""
    server = socket.create_server(("127.0.0.1", 0))
    settings.OUTSIDE_ALLOWED = {server.getsockname()}

    def drip() -> None:
        line, _ = server.accept()
        with line:
            for letter in "HTTP/1.1 " + "2" * 1000:
                try:
                    line.sendall(letter.encode())
                except OSError:
                    return
                time.sleep(0.02)  # what a hostile server does

    Thread(target=drip, daemon=True).start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    server.close()


def test_a_server_that_dawdles_is_not_waited_for(silent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.3)
    began = time.monotonic()
    with pytest.raises(Unreachable):
        send(silent)
    assert time.monotonic() - began < 10, "all it would say takes twenty seconds"


def test_nobody_at_home_is_unreachable(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    settings.OUTSIDE_ALLOWED = {address}
    with pytest.raises(Unreachable):
        send("http://{}:{}/".format(*address))


@pytest.mark.parametrize("known", [True, False])
def test_tls_asks_for_the_name_that_was_typed(
    receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    certificate = write_certificate(tmp_path, "hooks.example" if known else "other.example")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(socket, "getaddrinfo", Names(["127.0.0.1"]))
    url = f"https://hooks.example:{receiver.address[1]}/"
    if known:
        assert send(url) == 201
    else:
        with pytest.raises(Unreachable):
            send(url)
    assert len(receiver.requests) == known


def write_certificate(folder: Path, name: str) -> Path:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file
