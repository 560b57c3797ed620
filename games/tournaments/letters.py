"""What is written to people about tournaments, worded when it goes out; and what stands under the bell."""

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from accounts.mail.letters import Draft, words_for
from accounts.mail.messages import subject_of
from accounts.models import Letter
from accounts.sanctions.selectors import ban_on
from games.mail.news import NOTICE_OF, TELLERS, News
from games.models import Entrant, RoundSeat, Tournament, TournamentRound
from games.play.services.notices import TOURNAMENT
from games.tournaments.notices import What
from games.tournaments.selectors.results import standings_of

TEMPLATE: Final = "games/tournaments/mail/news"
# What turns a letter off, and how it looks under the bell.
NOTICES: Final = {
    What.INVITED: "mail_invitations",
    What.BEGINS: "mail_start",
    What.ROUND: "mail_start",
    What.FINISHED: "mail_end",
    What.CALLED_OFF: "mail_called_off",
}
ICONS: Final = {What.INVITED: "mail", What.FINISHED: "star", What.CALLED_OFF: "cross"}


@words_for(TOURNAMENT)
def word_tournament(letter: Letter) -> Draft | None:
    """Tell of a tournament: unless that is no longer so, or they have seen it."""
    tournament = Tournament.objects.select_related("host").filter(pk=letter.about["tournament"]).first()
    entrant = None if tournament is None else tournament.entrants.filter(user=letter.user).first()
    what = What(letter.about["what"])
    if tournament is None or entrant is None or ban_on(letter.user) is not None:
        return None
    if not _is_wanted(what, tournament, entrant) or (entrant.seen_at and entrant.seen_at > letter.written_at):
        return None
    shown = {**_shown(what, tournament), **_more(what, letter, entrant)}
    if what is What.ROUND and shown.get("round") is None:
        return None
    topic = f"tournament/{tournament.pk}"
    return Draft(TEMPLATE, NOTICES[what], shown, "games/tournaments/mail/line.txt", topic)


def _is_wanted(what: What, tournament: Tournament, entrant: Entrant) -> bool:
    if what is What.INVITED:
        return tournament.is_open and entrant.status == Entrant.Status.INVITED
    if what is What.BEGINS:
        return tournament.is_open and entrant.is_in
    return entrant.is_in


def _shown(what: What, tournament: Tournament) -> dict[str, Any]:
    url = settings.SITE_URL + tournament.get_absolute_url()
    return {"tournament": tournament, "words": f"games/tournaments/mail/{what}.txt", "url": url}


def _more(what: What, letter: Letter, entrant: Entrant) -> dict[str, Any]:
    """Return what the sentence needs besides: the reader's table in a round to come, or their final rank."""
    if what is What.ROUND:
        number, now = letter.about["number"], timezone.now()
        planned = TournamentRound.objects.filter(tournament=entrant.tournament_id, number=number, starts_at__gt=now)
        seat = RoundSeat.objects.filter(round__in=planned, entrant=entrant).select_related("table", "round").first()
        return {"round": seat.round if seat else None, "table": seat.table if seat else None, "number": number}
    if what is What.FINISHED:
        return {"rank": next((row.rank for row in standings_of(entrant.tournament) if row.entrant == entrant.pk), 0)}
    return {}


def tell_of_tournaments(letters: Sequence[Letter]) -> dict[int, News]:
    """Return what stands under the bell, by letter."""
    known = Tournament.objects.select_related("host").in_bulk({letter.about["tournament"] for letter in letters})
    told = {}
    for letter in letters:
        tournament = known.get(letter.about["tournament"])
        if tournament is not None:
            what = What(letter.about["what"])
            words = subject_of(TEMPLATE, {**_shown(what, tournament), "number": letter.about.get("number")})
            icon = ICONS.get(what, "play")
            told[letter.pk] = News(
                words, icon, tournament.get_absolute_url(), letter.written_at, letter.read_at is None
            )
    return told


TELLERS[TOURNAMENT] = tell_of_tournaments
NOTICE_OF[TOURNAMENT] = lambda letter: NOTICES[What(letter.about["what"])]
