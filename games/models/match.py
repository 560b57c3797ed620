"""A table, from the moment a host opens it to the end of the match that is played there."""

import logging
import secrets
from functools import lru_cache

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine import Edition, State, commitment, from_json, load_edition, new_secret, to_json
from games.engine.state import KNOWN_RULES, RULES_VERSION

logger = logging.getLogger(__name__)

MAX_SEATS = 5
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
# Against AIs nobody waits, so nobody is hurried: a month for each decision.
UNHURRIED_SECONDS = 30 * DAY
# Indexes of the history by name: the order, and what a match is filtered by.
HISTORY_ORDERS = {
    "match_shown_by_date": ("-shown_at", "-id"),
    "match_shown_by_length": ("-number", "-id", "shown_at"),
    "match_shown_by_score": ("-best_score", "-id", "shown_at"),
}
FILTERED = ("edition_id", "size", "pace", "rated")


def new_invite_token() -> str:
    """256 random bits for the address of a table that is not listed."""
    return secrets.token_urlsafe(32)


class Match(models.Model):
    """One match and the table it is played at. Only `games.services` writes it."""

    class Status(models.TextChoices):
        """Where a table is in its life."""

        OPEN = "open", _("Waiting for players")
        RUNNING = "running", _("In play")
        FINISHED = "finished", _("Finished")
        DISSOLVED = "dissolved", _("Dissolved")

    class Pace(models.TextChoices):
        """How people play it: together now, or over days."""

        LIVE = "live", _("Live")
        SLOW = "slow", _("Slow")

    class Auctions(models.TextChoices):
        """How auctions are held: everybody bids when it is their turn, or says how far they would go beforehand."""

        IN_TURN = "in_turn", _("In turn")
        TOGETHER = "together", _("Together")

    class Visibility(models.TextChoices):
        """Who finds the way to it."""

        PUBLIC = "public", _("Public")
        UNLISTED = "unlisted", _("By link")
        INVITED = "invited", _("By invitation")

    class PausedBy(models.TextChoices):
        """Why it stands still, and so who lets it go on."""

        MAINTENANCE = "maintenance"
        STAFF = "staff"
        PLAYERS = "players"

    title = models.CharField(max_length=60, blank=True)
    edition_id = models.CharField(max_length=64)
    rules = models.PositiveSmallIntegerField(default=RULES_VERSION)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted_matches")

    size = models.PositiveSmallIntegerField(default=4)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.LIVE)
    decision_seconds = models.PositiveIntegerField(default=90)
    # At a slow table: what everybody has for the whole match besides the time for each decision; nothing is no bank.
    bank_seconds = models.PositiveIntegerField(default=0, db_default=0)
    open_money = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    invite_token = models.CharField(max_length=64, unique=True, default=new_invite_token)
    host_begins = models.BooleanField(default=False)
    studios_chosen = models.BooleanField(default=False)
    spectators_allowed = models.BooleanField(default=True)
    chat_allowed = models.BooleanField(default=True)
    hints_allowed = models.BooleanField(default=False)
    fast_ai = models.BooleanField(default=False)  # AIs answer as soon as they know, without a pause for people
    # ... and, once, also what is forced, until a person is asked again: somebody who is alone with them skips ahead.
    is_skipping = models.BooleanField(default=False, db_default=False, editable=False)
    starts_when_full = models.BooleanField(default=True)
    auctions = models.CharField(max_length=8, choices=Auctions, default=Auctions.IN_TURN, db_default=Auctions.IN_TURN)
    # Where auctions are held together: everybody sees who has answered, and not only how many have.
    answers_named = models.BooleanField(default=False, db_default=False)
    # ... and whoever says nothing in time passes for that lot, instead of being stood in for.
    silence_passes = models.BooleanField(default=False, db_default=False)
    # After the end everybody sees which moves were made by order.
    orders_shown = models.BooleanField(default=False, db_default=False)
    bots_allowed = models.BooleanField(default=False, db_default=False)  # programs with accounts of their own
    # A live table asks everybody whether they are there before it begins; programs are.
    ready_check = models.BooleanField(default=True, db_default=True)
    # Whom the host lets sit down without an invitation; empty is no limit.
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    reliability_from = models.PositiveSmallIntegerField(null=True, blank=True)
    # Others wait for its end: it keeps time for whoever is alone with AIs too, nobody agrees on a pause or an end, and
    # an AI plays for whoever vanishes, to the end.
    in_tournament = models.BooleanField(default=False, db_default=False, editable=False)
    # One of several tables that play the same deal: until the last of them is over, nobody but who sits there sees it,
    # and of what was dealt nobody sees more than their seat does. It has no spectators as long as that holds.
    sealed = models.BooleanField(default=False, db_default=False, editable=False)
    # The finished match whose people meet here again; a match has one rematch, whoever asks for it first.
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, editable=False, related_name="rematch")

    # Of a match that goes on from a position of another: how many of its first entries were played there, and whether
    # what nobody had seen then was dealt anew from the secret. Nobody counts such a match.
    copied = models.PositiveIntegerField(null=True, editable=False)
    dealt_anew = models.BooleanField(default=False, db_default=False, editable=False)

    # The secret deals the tiles; its hash is shown from the first moment, the secret itself after the end.
    secret = models.BinaryField(max_length=32, default=new_secret)
    commitment = models.CharField(max_length=64, editable=False)

    # `number` counts the entries (moves and undos), `version` everything else a table shows.
    number = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True, editable=False)
    opening = models.JSONField(default=list, editable=False)  # the events of the first deal, before any move
    turn_seat = models.PositiveSmallIntegerField(null=True, editable=False)
    # The seats whose answer an auction held together still waits for, as bits; none once it has all, or elsewhere. How
    # many they are is for everybody; which ones, for nobody else, unless the table says so.
    awaited = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    # When the acting seat is answered for: an AI's turn, a person's only possible answer, or what their order says.
    # Empty where a person is to decide. The row is the queue, a sweep makes it certain.
    ai_due_at = models.DateTimeField(null=True, editable=False)
    # Since when the acting seat is asked, and until when it may answer; nothing runs out while a match is paused.
    asked_at = models.DateTimeField(null=True, editable=False)
    deadline_at = models.DateTimeField(null=True, editable=False)
    paused_at = models.DateTimeField(null=True, editable=False)
    paused_by = models.CharField(max_length=12, choices=PausedBy, blank=True, editable=False)

    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(auto_now=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # When it entered the history that everybody reads; empty for what only its own people see.
    shown_at = models.GeneratedField(
        expression=models.Case(
            models.When(status="finished", visibility="public", spectators_allowed=True, then="finished_at")
        ),
        output_field=models.DateTimeField(null=True),
        db_persist=True,
    )
    best_score = models.SmallIntegerField(default=0, editable=False)  # the winner's
    # Taken out of the ratings, and put away as unreadable: by moderators, for a stated reason.
    voided_at = models.DateTimeField(null=True, editable=False)
    set_aside_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        permissions = [
            ("tend_match", "Can pause, end, void and put right matches"),
            ("read_secrets", "Can read what is hidden in a match, for a stated reason"),
        ]
        indexes = [
            models.Index(fields=["status", "-created_at"], name="match_by_status"),
            models.Index(fields=["ai_due_at"], name="match_ai_due", condition=models.Q(ai_due_at__isnull=False)),
            models.Index(fields=["deadline_at"], name="match_deadline", condition=models.Q(deadline_at__isnull=False)),
            # What has ended, in the order of its end, and what does not count: whoever counts results asks for these.
            models.Index(fields=["finished_at", "id"], name="match_by_end", condition=models.Q(status="finished")),
            models.Index(
                fields=["id"],
                name="match_not_counted",
                condition=models.Q(voided_at__isnull=False) | models.Q(set_aside_at__isnull=False),
            ),
            # The history in each of its orders; what it can be filtered by stands behind, to be read on the way.
            *(
                models.Index(fields=[*order, *FILTERED], name=name, condition=models.Q(shown_at__isnull=False))
                for name, order in HISTORY_ORDERS.items()
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(size__gte=2, size__lte=MAX_SEATS), name="match_2_to_5_seats"),
            models.CheckConstraint(
                condition=~models.Q(status="running") | models.Q(state__isnull=False), name="match_running_has_state"
            ),
            models.CheckConstraint(
                condition=models.Q(sealed=False) | models.Q(spectators_allowed=False),
                name="match_sealed_is_not_watched",
            ),
        ]

    # What `state` says, as it was last read or written: nobody changes a state, a move makes another one.
    _read: tuple[object, State] | None = None

    def __str__(self) -> str:
        return self.title or f"#{self.pk}"

    def save(self, *args: object, **kwargs: object) -> None:
        """Commit to the secret before the row is first written."""
        if not self.commitment:
            self.commitment = commitment(bytes(self.secret))
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def get_absolute_url(self) -> str:
        """Return the table's page."""
        return reverse("table", args=[self.pk])

    @property
    def has_begun(self) -> bool:
        """Whether there is a match to look at, in play or over."""
        was_ended = self.status == Match.Status.DISSOLVED and self.started_at is not None  # without a result
        return was_ended or self.status in (Match.Status.RUNNING, Match.Status.FINISHED)

    @property
    def is_what_if(self) -> bool:
        """Whether it goes on from a position of another match."""
        return self.copied is not None

    @property
    def has_limits(self) -> bool:
        """Whether the host lets only some people sit down."""
        return bool(self.rating_from or self.rating_to or self.reliability_from)

    @property
    def has_known_rules(self) -> bool:
        """Whether this program can read what was played here; where it cannot, all is kept and nothing done."""
        return self.rules in KNOWN_RULES

    @property
    def is_put_away(self) -> bool:
        """Whether its row alone says that it is closed: set aside as broken, or by rules that are not known here."""
        return self.has_begun and (self.set_aside_at is not None or not self.has_known_rules)

    @property
    def is_closed(self) -> bool:
        """Whether it can be neither played nor drawn: it was put away, or is damaged. It reads how the match stands."""
        return self.has_begun and (self.is_put_away or not self.is_readable)

    def asks(self, seat: int | None) -> bool:
        """Tell whether a seat is asked for something: all that an auction held together waits for, or who acts."""
        if seat is None or self.status != Match.Status.RUNNING:
            return False
        return bool(self.awaited >> seat & 1) if self.awaited else self.turn_seat == seat

    @property
    def answered(self) -> int:
        """How many seats have answered where an auction is held together; AIs always have."""
        return self.size - self.awaited.bit_count()

    @property
    def edition(self) -> Edition:
        return load_edition(self.edition_id)

    def read_state(self) -> State:
        """Return the state of play; it never leaves the services but through a view."""
        assert self.state is not None, "a match has a state once it has begun"
        if self._read is None or self._read[0] is not self.state:
            self._read = (self.state, from_json(self.state))
        return self._read[1]

    @property
    def is_readable(self) -> bool:
        """Whether its state can be read. One that was damaged keeps nobody from others until it is put away."""
        try:
            self.read_state()
        except Exception:  # whatever a damaged row holds
            note_damage(self.pk, self.number, self.version)
            return False
        return True

    def write_state(self, state: State) -> None:
        """Keep the state and who acts in it; the caller saves."""
        self.state = to_json(state)
        self._read = (self.state, state)
        self.turn_seat = state.turn if state.turn >= 0 else None


@lru_cache(maxsize=1024)
def note_damage(match_id: int, number: int, version: int) -> None:
    """Tell operators of a match that cannot be read: once for how it stands, however many ask for it."""
    logger.exception("Match %s cannot be read at %s/%s", match_id, number, version)
