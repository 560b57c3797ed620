"""The demonstration's moderator, and something for them to do. Only where nobody else can come in."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group

from accounts.models import User
from accounts.staff.admin_site import DEMO_MODERATOR
from games.models import Match
from games.moderation.services.reports import Subject, report
from games.talk.services import say

MODERATOR_NAME = "louella"


def make_moderator(password: str) -> None:
    """Make a moderator with the password that everybody knows, a quarrel, and a report of it."""
    if not settings.ALONE_ON_THIS_MACHINE:
        return
    moderator = User.objects.create_user(MODERATOR_NAME, DEMO_MODERATOR, password, is_staff=True)
    EmailAddress.objects.create(user=moderator, email=moderator.email, verified=True, primary=True)
    moderator.groups.set(Group.objects.filter(name="moderator"))
    ada, grace = (User.objects.get(username=name) for name in ("ada", "grace"))
    match = Match.objects.get(title="Friday night")
    say(match=match, user=ada, text="Good luck, everybody!")
    line = say(match=match, user=grace, text="You will all lose, you amateurs.")
    report(reporter=ada, subject=Subject(about=grace, match=match, line=line), kind="abuse", words="Every time.")


def has_moderator() -> bool:
    """Tell whether the demonstration's moderator is here, and can come in."""
    return settings.ALONE_ON_THIS_MACHINE and User.objects.filter(email=DEMO_MODERATOR).exists()
