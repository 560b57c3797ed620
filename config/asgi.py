"""The ASGI application: pages and sockets."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The apps first, which pages and consumers need.
django.setup(set_prefix=False)

from accounts.sanctions.sockets import BanSockets, LimitSockets  # noqa: E402
from config.health import answer_alive  # noqa: E402
from config.origins import SiteOriginValidator  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402
from config.web.door import Door  # noqa: E402
from config.web.followed import FollowSockets  # noqa: E402
from config.web.pages import Pages  # noqa: E402

# From the outside in: foreign origins and too many sockets are refused before anybody is looked up in the database.
known = AuthMiddlewareStack(BanSockets(URLRouter(websocket_urlpatterns)))
sockets = FollowSockets(SiteOriginValidator(LimitSockets(Door(known))))

application = ProtocolTypeRouter({"http": answer_alive(Pages()), "websocket": sockets})
