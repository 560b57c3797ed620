"""What a page transfers: counted by the browser itself, headers included."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page


@dataclass(frozen=True)
class Transfer:
    """One answer as it came over the wire."""

    address: str
    status: int
    coding: str
    size: int


def first_visit(page: Page, path: str) -> list[Transfer]:
    """Open a page with nothing in the cache and list all that came."""
    session = page.context.new_cdp_session(page)
    answers: dict[str, Any] = {}
    sizes: dict[str, int] = {}
    session.on("Network.responseReceived", lambda event: answers.update({event["requestId"]: event["response"]}))
    session.on(
        "Network.loadingFinished", lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])})
    )
    session.send("Network.enable")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return [_transfer(answers[request], size) for request, size in sizes.items() if request in answers]


def _transfer(answer: dict[str, Any], size: int) -> Transfer:
    headers = {name.lower(): value for name, value in answer["headers"].items()}
    return Transfer(answer["url"], answer["status"], headers.get("content-encoding", ""), size)
