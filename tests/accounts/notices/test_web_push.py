"""Web Push: what a browser would read, received by a real server; keys, devices and the worker."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import call_command
from django.test import Client

from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from accounts.models import PushDevice, User, Webhook
from accounts.models.user import KINDS
from accounts.notices import web_push
from accounts.notices.channels import Message, Undelivered, targets_of
from accounts.notices.services import MOST_DEVICES, add_device, add_webhook
from accounts.sanctions.services.sanctions import impose
from tests.accounts.players import logged_in, player
from tests.receiver import Receiver, receiver

__all__ = ["receiver"]
MESSAGE = Message("my_turn", "Your turn – à vous", "until 18:00", "http://x/tables/1/way/", "table/1", "turn/1/0")


class Phone:
    """A browser that has subscribed: it alone can read what it is sent."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"sixteen letters."

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def keys(self) -> dict[str, str]:
        return {"p256dh": web_push.encode(self.point), "auth": web_push.encode(self.auth)}

    def read(self, body: bytes) -> Any:
        """As RFC 8188 and RFC 8291 say, written from the receiver's side."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        secret = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\x00" + self.point + sender).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


@pytest.fixture
def site_key(settings: Any) -> str:
    settings.VAPID_PRIVATE_KEY = web_push.make_key()
    return web_push.public_key_of(settings.VAPID_PRIVATE_KEY)


def subscribe(user: User, phone: Phone, endpoint: str) -> PushDevice:
    device = add_device(user=user, endpoint=endpoint, user_agent="Firefox on Linux", **phone.keys())
    user.refresh_from_db()
    return device


def test_the_example_of_rfc_8291_is_encrypted_to_the_letter() -> None:
    sealed = web_push.encrypt(
        b"When I grow up, I want to be a watermelon",
        p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
        salt=web_push.decode("DGv6ra1nlYgDCS1FRnbzlw"),
        sender="yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    )
    assert web_push.encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.django_db
def test_what_is_sent_can_be_read_by_that_browser_alone_and_comes_from_us(receiver: Receiver, site_key: str) -> None:
    phone, other = Phone(), Phone()
    ada = player("Ada")
    device = subscribe(ada, phone, receiver.url)
    [target] = targets_of(ada, "my_turn")
    target.send(MESSAGE)
    [got] = receiver.requests
    assert phone.read(got.body) == {
        "title": "Your turn – à vous",
        "body": "until 18:00",
        "url": "http://x/tables/1/way/",
        "tag": "table/1",
    }
    with pytest.raises(InvalidTag):
        other.read(got.body)
    assert b"Your turn" not in got.body
    assert (got.headers["Content-Encoding"], got.headers["Urgency"]) == ("aes128gcm", "high")
    assert int(got.headers["TTL"]) > 0
    assert len(got.headers["Topic"]) == 32
    assert_signed(got.headers["Authorization"], site_key, "http://{}:{}".format(*receiver.address))
    device.refresh_from_db()
    assert device.used_at is not None


def assert_signed(header: str, public: str, audience: str) -> None:
    """As RFC 8292 says: a token for this service and a short time, signed by the key that the browser knows."""
    scheme, token, key = header.replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={public}")
    head, body, signature = token.removeprefix("t=").split(".")
    told = json.loads(base64.urlsafe_b64decode(body + "=="))
    assert told["aud"] == audience
    assert told["sub"].startswith("mailto:")
    raw = web_push.decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), web_push.decode(public))
    known.verify(der, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "stays"), [(404, False), (410, False), (429, True), (500, True), (201, True)])
def test_a_subscription_that_is_gone_is_forgotten(receiver: Receiver, site_key: str, status: int, stays: bool) -> None:
    ada = player("Ada")
    subscribe(ada, Phone(), receiver.url)
    receiver.status = status
    [target] = targets_of(ada, "my_turn")
    if status in (429, 500):
        with pytest.raises(Undelivered):
            target.send(MESSAGE)
    else:
        target.send(MESSAGE)
    assert PushDevice.objects.exists() is stays


@pytest.mark.django_db
def test_a_browser_subscribes_and_is_told_everything_until_its_owner_chooses(receiver: Receiver, site_key: str) -> None:
    ada, phone = player("Ada"), Phone()
    client = logged_in(ada)
    assert site_key in client.get("/settings/notices/").content.decode()
    said = {"endpoint": receiver.url, **phone.keys()}
    assert client.post("/settings/notices/devices/", said, headers={"User-Agent": "Firefox Android"}).status_code == 204
    ada.refresh_from_db()
    assert ada.push_kinds.split() == list(KINDS)
    assert "Firefox · Android" in client.get("/settings/notices/").content.decode()
    client.post("/settings/notices/", {"push": ["mention"]})
    assert client.post("/settings/notices/devices/", said).status_code == 204  # the same browser again
    ada.refresh_from_db()
    assert (ada.push_kinds, PushDevice.objects.count()) == ("mention", 1)
    client.post(f"/settings/notices/devices/{PushDevice.objects.get().pk}/remove/")
    assert not PushDevice.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/"},
        {"endpoint": "http://8.8.8.8/"},
        {"endpoint": ""},
        {"endpoint": "https://8.8.8.8/" + "x" * 1000},
        {"p256dh": "x"},
        {"p256dh": web_push.encode(b"\x04" + bytes(64))},
        {"auth": "AAAA"},
        {"auth": "ä"},
    ],
)
def test_what_no_browser_sends_is_refused(receiver: Receiver, site_key: str, wrong: dict[str, str]) -> None:
    client = logged_in(player("Ada"))
    said = {"endpoint": receiver.url, **Phone().keys(), **wrong}
    assert client.post("/settings/notices/devices/", said).status_code == 400
    assert not PushDevice.objects.exists()


@pytest.mark.django_db
def test_who_logs_out_is_told_nothing_in_that_browser_and_others_stay(receiver: Receiver, site_key: str) -> None:
    ada = player("Ada")
    here = logged_in(ada)
    here.post("/settings/notices/devices/", {"endpoint": receiver.url, **Phone().keys()})
    elsewhere = subscribe(ada, Phone(), receiver.url + "2")
    here.post("/account/logout/")
    assert list(PushDevice.objects.all()) == [elsewhere]


@pytest.mark.django_db
def test_nobody_removes_the_device_of_another(receiver: Receiver) -> None:
    device = subscribe(player("Ada"), Phone(), receiver.url)
    logged_in(player("Grace")).post(f"/settings/notices/devices/{device.pk}/remove/")
    assert PushDevice.objects.exists()


@pytest.mark.django_db
def test_a_browser_belongs_to_whoever_subscribed_there_last_and_nobody_has_very_many(receiver: Receiver) -> None:
    ada, grace = player("Ada"), player("Grace")
    for number in range(MOST_DEVICES + 2):
        subscribe(ada, Phone(), f"{receiver.url}{number}")
    assert PushDevice.objects.filter(user=ada).count() == MOST_DEVICES
    subscribe(grace, Phone(), f"{receiver.url}5")
    assert PushDevice.objects.filter(user=ada).count() == MOST_DEVICES - 1


@pytest.mark.django_db
def test_devices_and_webhooks_are_in_the_data_to_take_along_without_what_opens_them(receiver: Receiver) -> None:
    ada = player("Ada")
    subscribe(ada, Phone(), receiver.url)
    hook = add_webhook(user=ada, style=Webhook.Style.JSON, url="https://hooks.example/secret-path")
    told = take_out(user=ada)["accounts"]
    assert [row["user_agent"] for row in told["devices"]] == ["Firefox on Linux"]
    assert [(row["style"], row["host"]) for row in told["webhooks"]] == [("json", "hooks.example")]
    for secret in (receiver.url, "secret-path", hook.seed, hook.secret):
        assert secret not in str(told)


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["deleted", "banned"])
def test_who_leaves_or_is_banned_for_good_has_no_devices_and_webhooks(receiver: Receiver, how: str) -> None:
    ada = player("Ada")
    subscribe(ada, Phone(), receiver.url)
    add_webhook(user=ada, style=Webhook.Style.SLACK, url="https://hooks.example/")
    if how == "deleted":
        delete_account(user=ada)
    else:
        impose(actor=player("Root", is_superuser=True), user=ada, kind="ban", reason="r", message="m")
    assert not PushDevice.objects.exists()
    assert not Webhook.objects.exists()


def test_the_worker_is_served_for_the_whole_site(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert b"showNotification" in answer.content


def test_the_manifest_makes_the_site_an_app(project: Path) -> None:
    folder = project / "static" / "icons"
    manifest = json.loads((folder / "site.webmanifest").read_text())
    assert (manifest["scope"], manifest["display"]) == ("/", "standalone")
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    assert (folder / "badge-96.png").is_file()


def test_a_command_prints_a_pair_that_fits(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("push_keys")
    private, *_, public = capsys.readouterr().out.split()
    key = private.removeprefix("VAPID_PRIVATE_KEY=")
    assert len(web_push.decode(key)) == 32
    assert public == web_push.public_key_of(key)


def test_in_development_a_key_is_made_once_and_kept(settings: Any, tmp_path: Path) -> None:
    settings.DEBUG, settings.VAPID_PRIVATE_KEY, settings.BASE_DIR = True, "", tmp_path
    key = web_push.site_key()
    assert (tmp_path / "var" / "vapid.key").read_text() == key
    web_push._kept_key.cache_clear()
    assert web_push.site_key() == key


@pytest.mark.django_db
def test_without_a_key_nobody_is_pushed_to_and_the_page_says_so(settings: Any, receiver: Receiver) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    ada = player("Ada")
    subscribe(ada, Phone(), receiver.url)
    assert targets_of(ada, "my_turn") == []
    assert "does not send notifications to devices" in logged_in(ada).get("/settings/notices/").content.decode()
