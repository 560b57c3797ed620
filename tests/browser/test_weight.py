"""What a first visit transfers: counted by the browser itself, headers included."""

import pytest

from tests.browser.conftest import Visit, somebody
from tests.browser.moments import begin_at
from tests.browser.weighing import first_visit

HOME_BYTES = 150_000
HOME_REQUESTS = 15
TABLE_PAGE_BYTES = 20_000
TABLE_BYTES = 205_000  # motion, sounds and keys are 15 kB of it


pytestmark = pytest.mark.django_db(transaction=True)


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
