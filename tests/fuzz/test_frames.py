"""Random frames on every socket: none of them ends it, fails, or stores anything illegal."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st

from games.play.consumers import AwareConsumer
from games.play.verification import verify_match
from tests.fuzz.words import FRAMES
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.table.test_consumers import open_browser
from tests.lengths import how_many

pytestmark = pytest.mark.django_db(transaction=True)
FRAMES_SENT = how_many(short=300, long=20_000)
