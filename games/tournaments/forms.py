"""What a host is asked about a tournament."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clean_text import one_line, several_lines
from games.lobby.forms.choices import LIVE_SECONDS, SIZES, SLOW_SECONDS, counted, editions, segmented
from games.lobby.services.tables import DEFAULT_EDITION
from games.models import Match, Tournament
from games.models.match import DAY, HOUR, MINUTE
from games.tournaments.services.hosting import TournamentOptions

ENTRANTS = [(number, str(number)) for number in (8, 12, 16, 24, 32, 64, 128)]
ROUNDS = [(number, str(number)) for number in range(1, 9)]
LIVE_PAUSES = [(5 * MINUTE, _("5 min")), (10 * MINUTE, _("10 min")), (20 * MINUTE, _("20 min")), (HOUR, _("1 hour"))]
SLOW_PAUSES = [(0, _("none")), (DAY, _("1 day")), (3 * DAY, _("3 days")), (7 * DAY, _("a week"))]
SEASONS = [(number, str(number)) for number in (1, 2, 3, 4, 6, 8)]
DIVISIONS = [(number, str(number)) for number in (4, 6, 8, 10, 12, 16)]
MOVERS = [(number, str(number)) for number in (1, 2, 3)]
LATEST = timedelta(days=366)
# What the form and the services call the same.
SAME = (
    *("name", "about", "form", "edition_id", "seats", "pace", "starts_at", "size", "rounds"),
    *("seasons", "division_size", "movers"),
)
TYPED_AS = "%Y-%m-%dT%H:%M"


class TournamentForm(forms.Form):
    """Everything a host decides."""

    name = forms.CharField(label=_("Name"), max_length=60)
    about = forms.CharField(
        label=_("What people should know"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    form = segmented(
        label=_("Form"),
        choices=Tournament.Form.choices,
        initial=Tournament.Form.DUPLICATE,
        help_text=_(
            "Duplicate deals: all tables of a round play the same deal, and those who held the same seat are "
            "compared. Swiss: equals meet. League: slow seasons in divisions."
        ),
    )
    edition_id = segmented(label=_("Edition"), choices=editions, initial=DEFAULT_EDITION)
    seats = counted(label=_("Seats at a table"), choices=SIZES, initial=4)
    size = counted(label=_("Most entrants"), choices=ENTRANTS, initial=16)
    starts_at = forms.DateTimeField(
        label=_("Begins"),
        input_formats=[TYPED_AS, f"{TYPED_AS}:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=TYPED_AS),
        help_text=_("In your own time zone. Entries close then, and the first round begins by itself."),
    )
    rounds = counted(label=_("Rounds"), choices=ROUNDS, initial=4, help_text=_("In a league: in each season."))
    pace = segmented(
        label=_("Pace"), choices=[("live", _("Live, together now")), ("slow", _("Slow, over days"))], initial="live"
    )
    live_seconds = counted(label=_("Time for a decision"), choices=LIVE_SECONDS, initial=90)
    slow_seconds = counted(label=_("Time for a decision, slow"), choices=SLOW_SECONDS, initial=DAY)
    live_pause = counted(label=_("Pause between rounds"), choices=LIVE_PAUSES, initial=10 * MINUTE)
    slow_pause = counted(label=_("Pause between rounds, slow"), choices=SLOW_PAUSES, initial=0)
    seasons = counted(label=_("Seasons"), choices=SEASONS, initial=2)
    division_size = counted(label=_("People in a division"), choices=DIVISIONS, initial=8)
    movers = counted(
        label=_("Promoted and relegated"),
        choices=MOVERS,
        initial=2,
        help_text=_("This many move up and down between two divisions after each season."),
    )
    access = segmented(
        label=_("Who can enter"),
        choices=[("open", _("Everybody")), ("invited", _("Invited people"))],
        initial="open",
    )
    rated = segmented(label=_("Rating"), choices=[("casual", _("Casual")), ("rated", _("Rated"))], initial="casual")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_at"].initial = timezone.localtime() + timedelta(days=1)

    def clean_name(self) -> str:
        """Take a name in one line, of which something can be seen."""
        name = one_line(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(self.fields["name"].error_messages["required"], code="required")
        return name

    def clean_about(self) -> str:
        return several_lines(self.cleaned_data["about"])

    def clean_starts_at(self) -> Any:
        """Refuse what has passed, or lies beyond all plans."""
        starts_at = self.cleaned_data["starts_at"]
        if not timezone.now() - timedelta(minutes=1) < starts_at < timezone.now() + LATEST:
            raise forms.ValidationError(_("Choose a moment within the next year."))
        return starts_at

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("form") == Tournament.Form.LEAGUE and cleaned.get("pace") == Match.Pace.LIVE:
            self.add_error("pace", _("A league is played slowly."))
        if (cleaned.get("size") or 0) <= (cleaned.get("seats") or 0):
            self.add_error("size", _("More people than sit at one table should be able to enter."))
        return cleaned

    def options(self) -> TournamentOptions:
        """Return what was decided, in the words of the services."""
        said = self.cleaned_data
        pace = said["pace"]
        return TournamentOptions(
            **{name: said[name] for name in SAME},
            decision_seconds=said[f"{pace}_seconds"],
            pause_seconds=said[f"{pace}_pause"],
            by_invitation=said["access"] == "invited",
            rated=said["rated"] == "rated",
        )


def said_of(tournament: Tournament) -> dict[str, Any]:
    """Return the form's answers that would make this tournament."""
    return {
        **{name: getattr(tournament, name) for name in SAME},
        f"{tournament.pace}_seconds": tournament.decision_seconds,
        f"{tournament.pace}_pause": tournament.pause_seconds,
        "access": "invited" if tournament.by_invitation else "open",
        "rated": "rated" if tournament.rated else "casual",
    }
