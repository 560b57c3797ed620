"""A real mail server for tests: what arrives there was really sent."""

import asyncio
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from tests.processes import free_port


class PostOffice(Message):
    """Keeps every mail; it can be told to take none."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[EmailMessage] = []
        self.answer = "250 OK"
        self.knows_us = True
        self.seconds = 0.0  # which it takes for each

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802
        if not self.knows_us:
            return "550 Nobody sends mail from there"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - its name at aiosmtpd
        await asyncio.sleep(self.seconds)
        if self.answer.startswith("250"):
            await super().handle_DATA(server, session, envelope)
        return self.answer

    def prepare_message(self, session: Any, envelope: Any) -> EmailMessage:
        return message_from_bytes(envelope.content, policy=policy.default)

    def handle_message(self, message: EmailMessage) -> None:
        self.mails.append(message)


@pytest.fixture
def post_office(settings: Any) -> Iterator[PostOffice]:
    """A mail server on this machine, to which the site sends its mail."""
    office = PostOffice()
    controller = Controller(office, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield office
    controller.stop()
