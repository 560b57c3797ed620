"""Sweeps over matches: one at which something fails, whatever its row holds, keeps none behind it waiting."""

import logging
from collections.abc import Callable

logger = logging.getLogger(__name__)


def attempt(act: Callable[..., object], match_id: int, **asked: int) -> bool:
    """Act at one match of several and tell whether there was something to do; a failure is logged, the rest goes on."""
    try:
        return bool(act(match_id=match_id, **asked))
    except Exception:
        logger.exception("Match %s cannot be played on: %s", match_id, act.__name__)
        return False
