"""People and tables, as the tests of games have them, and a quiet log."""

import logging
from collections.abc import Iterator

import pytest

from tests.games.conftest import guest, people, table

__all__ = ["guest", "people", "table"]


@pytest.fixture
def unlogged_refusals() -> Iterator[None]:
    """Have refusals not logged: pytest keeps every line with its request, tens of megabytes that are not the site's."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
