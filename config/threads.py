"""The threads in which tables are played and drawn: they stay, with their connections, and serve nothing else.

So no push waits behind somebody's page, and no page behind pushes.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from typing import Final, ParamSpec, TypeVar

from django.db import close_old_connections, connection

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

# SQLite has one writer at a time; of a server's answers several can be waited for at once.
THREADS: Final = {"sqlite": 1, "postgresql": 3}


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS[connection.vendor], thread_name_prefix="tables")


async def in_table_thread(act: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """Do what needs the database, in one hop."""

    def act_connected() -> Answer:
        close_old_connections()
        try:
            return act(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_threads(), copy_context().run, act_connected)
