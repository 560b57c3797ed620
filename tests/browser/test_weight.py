"""What a first visit transfers: counted by the browser itself, headers included."""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit, somebody
from tests.browser.moments import begin_at

HOME_BYTES = 150_000
HOME_REQUESTS = 15
TABLE_PAGE_BYTES = 20_000
TABLE_BYTES = 190_000


pytestmark = pytest.mark.django_db(transaction=True)


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


@pytest.mark.parametrize(
    ("width", "density", "language"), [(360, 3, "en"), (768, 1, "en"), (1440, 1, "de"), (1440, 1, "fr")]
)
def test_a_first_visit_to_home_is_light(visit: Visit, width: int, density: int, language: str) -> None:
    came = first_visit(visit(width=width, device_scale_factor=density, language=language).page, "/")
    assert {transfer.status for transfer in came} == {200}
    assert sum(transfer.size for transfer in came) < HOME_BYTES, came
    assert len(came) <= HOME_REQUESTS, came


def test_a_table_late_in_a_match_comes_compressed(visit: Visit) -> None:
    ada, others = visit("ada"), [somebody(name) for name in ("grace", "hedy", "joan")]
    match = begin_at(lambda state: state.quarter == 4, ada.user, *others)
    came = first_visit(ada.page, f"/tables/{match.pk}/")
    page = next(transfer for transfer in came if transfer.address.endswith(f"/tables/{match.pk}/"))
    assert page.coding == "gzip"
    assert page.size < TABLE_PAGE_BYTES
    assert sum(transfer.size for transfer in came) < TABLE_BYTES, came
    packed = (".css", ".js")
    assert {transfer.coding for transfer in came if transfer.address.endswith(packed)} == {"gzip"}
