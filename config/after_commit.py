"""What is done once a change is committed: it can fail without taking anything back, or anybody else along."""

import logging
from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

Given = ParamSpec("Given")

logger = logging.getLogger(__name__)


def after_commit(act: Callable[Given, object], *args: Given.args, **kwargs: Given.kwargs) -> None:
    """Act once the change is committed, at once where nothing is open; whatever that raises is only logged."""

    def act_or_log() -> None:
        # Django's own robust=True asks what failed for its __qualname__, which not everything callable has.
        try:
            act(*args, **kwargs)
        except Exception:
            logger.exception("What was to follow a commit failed: %r", act)

    transaction.on_commit(act_or_log)
