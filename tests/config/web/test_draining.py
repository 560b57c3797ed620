"""A server that is asked to stop does so, whatever its sockets are at; `test_serve.py` sees open ones come back."""

from types import SimpleNamespace

import pytest
from twisted.internet.testing import StringTransportWithDisconnection

import config.web.server  # noqa: F401 - it chooses Twisted's reactor
from config.web import draining
from config.web.sockets import SiteSocket, SiteSocketFactory


@pytest.fixture
def coming() -> SiteSocket:
    """A socket that nobody has let in yet."""
    socket = SiteSocketFactory(SimpleNamespace()).buildProtocol(None)
    socket.transport = StringTransportWithDisconnection()
    socket.transport.protocol = SimpleNamespace(connectionLost=lambda reason: None)
    socket.transport.registerProducer(SimpleNamespace(), streaming=True)
    socket.state, socket.peer, socket.wasClean = SiteSocket.STATE_CONNECTING, "a visitor", True
    return socket


def test_one_that_is_still_being_let_in_is_cut_off_and_holds_up_nothing(
    coming: SiteSocket, monkeypatch: pytest.MonkeyPatch
) -> None:
    later: list[object] = []
    reactor = SimpleNamespace(running=True, seconds=lambda: 0.0, callLater=lambda _, act: later.append(act))
    monkeypatch.setattr(draining, "reactor", reactor)
    server = SimpleNamespace(ports=[], connections={coming: {}}, http_factory=SimpleNamespace(let_go=lambda: None))
    stopping = draining.Draining(server)
    stopping.begin()
    assert not coming.transport.connected
    assert later == [stopping.wait], "and it goes on to stop"
