"""The form of a table's options."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.people.selectors import find_person
from games.clean_text import one_line
from games.lobby.forms.choices import (
    AUCTIONS,
    DEFAULT_LEVEL,
    LIVE_SECONDS,
    NO_BANK,
    SIZES,
    SLOW_BANKS,
    SLOW_SECONDS,
    counted,
    editions,
    level_of,
    leveled,
    segmented,
    styled,
)
from games.lobby.selectors import are_kept_apart
from games.lobby.services.tables import DEFAULT_EDITION, TableOptions
from games.models import Match
from games.models.match import DAY, MAX_SEATS
from games.play.refusals import CannotInvite, CannotInviteYourself, GuestsInviteByLink, GuestsPlayUnrated

LEAST_RATING, MOST_RATING = 100, 4000

# Options that the form and the services call the same.
SAME = (
    *("title", "edition_id", "size", "pace", "visibility", "spectators_allowed", "chat_allowed", "starts_when_full"),
    *("answers_named", "silence_passes", "orders_shown", "bots_allowed"),
    *("rating_from", "rating_to", "reliability_from"),
)
# How auctions are held where nothing is said: as printed among people who are there, at once among those who are not.
USUAL_AUCTIONS = {"live": Match.Auctions.IN_TURN, "slow": Match.Auctions.TOGETHER}


def _auctions(pace: str, **options: Any) -> forms.ChoiceField:
    """Return how auctions are held; what is usual depends on the pace."""
    return segmented(
        choices=AUCTIONS,
        initial=USUAL_AUCTIONS[pace],
        required=False,
        help_text=_("Together, everybody sets a limit at the same time; the result is the same as bidding in turn."),
        **options,
    )


class TableForm(forms.Form):
    """Everything a host decides."""

    title = forms.CharField(
        label=_("Title"), max_length=60, required=False, help_text=_("What the table is called in the lobby.")
    )
    edition_id = segmented(label=_("Edition"), choices=editions, initial=DEFAULT_EDITION)
    size = counted(label=_("Seats"), choices=SIZES, initial=4)
    ai_seats = counted(
        label=_("AI seats"),
        choices=[(number, str(number)) for number in range(MAX_SEATS)],
        initial=0,
        help_text=_("More can be filled later. If only AIs are left, the match begins at once."),
    )
    ai_level = leveled(label=_("Level of the AI"))
    ai_style = styled()
    fast_ai = forms.BooleanField(
        label=_("AIs answer at once"),
        required=False,
        help_text=_("Without the short pause that shows them thinking."),
    )
    hints_allowed = forms.BooleanField(
        label=_("Hints"),
        required=False,
        help_text=_("Only at casual tables where you play against AIs alone. Hints are counted."),
    )
    bots_allowed = forms.BooleanField(
        label=_("Bots may join"),
        required=False,
        help_text=_("Programs that other people wrote. They are marked as bots."),
    )
    pace = segmented(
        label=_("Pace"), choices=[("live", _("Live, together now")), ("slow", _("Slow, over days"))], initial="live"
    )
    live_seconds = counted(
        label=_("Time for a decision"),
        choices=LIVE_SECONDS,
        initial=90,
        help_text=_("In addition, everybody has a time bank of four times that for the whole match."),
    )
    slow_seconds = counted(
        label=_("Time for a decision, slow"),
        choices=SLOW_SECONDS,
        initial=DAY,
        help_text=_("The clock stops during the rest hours and holidays of the player whose turn it is."),
    )
    slow_bank = counted(
        label=_("Time bank, slow"),
        choices=SLOW_BANKS,
        initial=NO_BANK,
        required=False,
        empty_value=NO_BANK,
        help_text=_("For the whole match: slow decisions draw on it, quick ones fill it up again."),
    )
    live_auctions = _auctions("live", label=_("Auctions"))
    slow_auctions = _auctions("slow", label=_("Auctions, slow"))
    answers_named = forms.BooleanField(
        label=_("Show who has answered"),
        required=False,
        help_text=_("Otherwise everybody sees only how many have."),
    )
    silence_passes = forms.BooleanField(
        label=_("Silence is a pass"),
        required=False,
        help_text=_("No answer in time counts as a pass on that lot. Without this option, an AI plays instead."),
    )
    orders_shown = forms.BooleanField(
        label=_("Show orders after the end"),
        required=False,
        help_text=_("Then everybody sees which moves came from orders."),
    )
    rated = segmented(label=_("Rating"), choices=[("casual", _("Casual")), ("rated", _("Rated"))], initial="casual")
    money = segmented(
        label=_("Money"),
        choices=[("hidden", _("Hidden")), ("open", _("Open"))],
        initial="hidden",
        help_text=_("Hidden as in the rulebook: everybody may remember what the others have."),
    )
    visibility = segmented(
        label=_("Who can join"),
        choices=[("public", _("Everybody")), ("unlisted", _("With the link")), ("invited", _("Invited people"))],
        initial="public",
    )
    invited = forms.CharField(
        label=_("Invite"), max_length=400, required=False, help_text=_("Names of players, separated by commas.")
    )
    rating_from = forms.IntegerField(
        label=_("Rating from"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING
    )
    rating_to = forms.IntegerField(
        label=_("Rating to"),
        required=False,
        min_value=LEAST_RATING,
        max_value=MOST_RATING,
        help_text=_("Newcomers count as having the starting rating."),
    )
    reliability_from = forms.IntegerField(
        label=_("Reliability from (%)"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_(
            "How many of a hundred matches somebody plays to the end. People you invite by name can always join."
        ),
    )
    first_player = segmented(
        label=_("First player"), choices=[("random", _("Random")), ("host", _("You"))], initial="random"
    )
    studios = segmented(
        label=_("Studios"), choices=[("random", _("Random")), ("chosen", _("Chosen"))], initial="random"
    )
    spectators_allowed = forms.BooleanField(label=_("Others may watch"), required=False, initial=True)
    chat_allowed = forms.BooleanField(label=_("Chat at the table"), required=False, initial=True)
    starts_when_full = forms.BooleanField(
        label=_("Start by itself when full"),
        required=False,
        initial=True,
        help_text=_("A live table always asks first whether everybody is ready."),
    )

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host

    def clean_title(self) -> str:
        return one_line(self.cleaned_data["title"])

    def clean_rated(self) -> str:
        """Guests and people whose address is not confirmed play casually."""
        rated = str(self.cleaned_data["rated"])
        if rated == "rated" and (self.host.is_guest or not self.host.is_confirmed):
            raise forms.ValidationError(str(GuestsPlayUnrated()))
        return rated

    def clean_invited(self) -> tuple[User, ...]:
        """Return the people behind the names; every name that is wrong is told at once."""
        names = [name.strip() for name in re.split(r"[,;\n]", self.cleaned_data["invited"]) if name.strip()]
        if names and self.host.is_guest:
            raise forms.ValidationError(str(GuestsInviteByLink()), code="guest")
        found = [self._find(name) for name in names]
        problems = [problem for problem in found if isinstance(problem, forms.ValidationError)]
        if problems:
            raise forms.ValidationError(problems)
        return tuple({user.pk: user for user in found if isinstance(user, User)}.values())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        size, ai_seats = cleaned.get("size"), cleaned.get("ai_seats")
        if size is not None and ai_seats is not None and ai_seats >= size:
            words = ngettext(
                "With %(size)s seats at most %(count)s can be an AI.",
                "With %(size)s seats at most %(count)s can be AIs.",
                size - 1,
            )
            self.add_error("ai_seats", words % {"size": size, "count": size - 1})
        least, most = cleaned.get("rating_from"), cleaned.get("rating_to")
        if least and most and least > most:
            self.add_error("rating_to", _("This is below the lower limit."))
        return cleaned

    def options(self) -> TableOptions:
        """Return what was decided, in the words of the services."""
        said = self.cleaned_data
        live = said["pace"] == Match.Pace.LIVE
        return TableOptions(
            **{name: said[name] for name in SAME},
            decision_seconds=said["live_seconds"] if live else said["slow_seconds"],
            auctions=said[f"{said['pace']}_auctions"] or USUAL_AUCTIONS[said["pace"]],
            bank_seconds=NO_BANK if live else said["slow_bank"],
            rated=said["rated"] == "rated",
            fast_ai=said["fast_ai"] and said["rated"] == "casual",
            hints_allowed=said["hints_allowed"] and said["rated"] == "casual",
            open_money=said["money"] == "open",
            host_begins=said["first_player"] == "host",
            studios_chosen=said["studios"] == "chosen",
        )

    def ai_levels(self) -> tuple[str, ...]:
        said = self.cleaned_data
        return (level_of(said["ai_level"], said["ai_style"]),) * said["ai_seats"]

    def _find(self, name: str) -> User | forms.ValidationError:
        user = find_person(name)
        if user is None:
            return forms.ValidationError(_("Nobody here is called “%(name)s”."), params={"name": name})
        if user == self.host:
            return forms.ValidationError(str(CannotInviteYourself()))
        if are_kept_apart(user, [self.host.pk]):
            return forms.ValidationError(f"{name}: {CannotInvite()}")
        return user


def said_of(match: Match) -> dict[str, Any]:
    """Return the form's answers that would make this table."""
    levels = [seat.ai_level for seat in match.seats.order_by("number") if seat.ai_level]
    level = levels[0] if levels else DEFAULT_LEVEL
    return {
        **{name: getattr(match, name) for name in (*SAME, "fast_ai", "hints_allowed")},
        f"{match.pace}_seconds": match.decision_seconds,
        f"{match.pace}_auctions": match.auctions,
        "slow_bank": match.bank_seconds,
        "rated": "rated" if match.rated else "casual",
        "money": "open" if match.open_money else "hidden",
        "first_player": "host" if match.host_begins else "random",
        "studios": "chosen" if match.studios_chosen else "random",
        "ai_seats": len(levels),
        "ai_level": level.partition(":")[0],
        "ai_style": level if ":" in level else "",
    }
