"""Web Push: a message that only the subscribed browser can read (RFC 8291), from a sender it knows (RFC 8292)."""

import base64
import json
import os
import time
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE: Final = ec.SECP256R1()
KEY_BYTES: Final = 32
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
RECORD_SIZE: Final = 4096
TOKEN_SECONDS: Final = 12 * 60 * 60
# A device that is off for longer than this is told by the page itself.
KEPT_SECONDS: Final = 24 * 60 * 60


class WrongKeys(ValueError):
    """These are no keys of a browser."""


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as problem:
        raise WrongKeys(str(problem)) from None


def make_key() -> str:
    """Draw a private key for a site."""
    return encode(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(KEY_BYTES, "big"))


def public_key_of(private: str) -> str:
    """Return what browsers subscribe with."""
    return encode(_point(_private_key(private).public_key()))


def site_key() -> str:
    """Return the site's private key: from the environment; in development one that is made once and kept."""
    if settings.VAPID_PRIVATE_KEY or not settings.DEBUG:
        return str(settings.VAPID_PRIVATE_KEY)
    return _kept_key(settings.BASE_DIR / "var" / "vapid.key")


def site_public_key() -> str:
    """Return the public key of the site; nothing where the site does not push."""
    key = site_key()
    return public_key_of(key) if key else ""


def expect_browser_keys(p256dh: str, auth: str) -> None:
    """Refuse what no browser would have sent."""
    try:
        _public_key(decode(p256dh))
    except ValueError as problem:
        raise WrongKeys(str(problem)) from None
    if len(decode(auth)) != AUTH_BYTES:
        raise WrongKeys("no secret of a browser")


def headers_for(endpoint: str, *, topic: str, is_urgent: bool) -> dict[str, str]:
    """Return who sends, how long it is worth keeping, and which older message it takes the place of."""
    private = site_key()
    return {
        "Authorization": f"vapid t={_token(endpoint, private)}, k={public_key_of(private)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high" if is_urgent else "normal",
        "Topic": encode(sha256(topic.encode()).digest())[:32],
    }


def encrypt(message: bytes, *, p256dh: str, auth: str, salt: bytes = b"", sender: str = "") -> bytes:
    """Return the one record that the browser with these keys can open; salt and sender are drawn for each message."""
    salt, own = salt or os.urandom(AUTH_BYTES), _private_key(sender or make_key())
    theirs, ours = decode(p256dh), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), _public_key(theirs))
    secret = _derive(shared, decode(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def _token(endpoint: str, private: str) -> str:
    """Sign for one push service and half a day that it is us."""
    service = urlsplit(endpoint)
    told = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": settings.VAPID_SUBJECT,
    }
    parts = [{"typ": "JWT", "alg": "ES256"}, told]
    signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(_private_key(private).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{signed}.{encode(r.to_bytes(KEY_BYTES, 'big') + s.to_bytes(KEY_BYTES, 'big'))}"


def _private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), CURVE)


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    if len(point) != POINT_BYTES:
        raise WrongKeys("no point of the curve")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


@cache
def _kept_key(place: Path) -> str:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        with place.open("x") as file:
            file.write(make_key())
        place.chmod(0o600)
    except FileExistsError:
        pass
    return place.read_text().strip()
