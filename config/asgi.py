"""The ASGI application: pages and sockets."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Pages first: this loads the apps, which the consumers need.
pages = get_asgi_application()

from accounts.sanctions.sockets import BanSockets, LimitSockets  # noqa: E402
from config.origins import SiteOriginValidator  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402

# From the outside in: foreign origins and too many sockets are refused before anybody is looked up in the database.
known = AuthMiddlewareStack(BanSockets(URLRouter(websocket_urlpatterns)))
sockets = SiteOriginValidator(LimitSockets(known))

application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
