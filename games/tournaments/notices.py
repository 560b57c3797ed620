"""What people are told about tournaments: letters beside what causes them, as about matches."""

from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from typing import Final

from django.utils import timezone

from accounts.models import Letter, User
from games.models import Entrant, Tournament, TournamentRound
from games.play.services.notices import TOURNAMENT, tell_people

# Of a round that begins at once nobody is told beforehand: their match tells them that it has started.
WORTH_TELLING: Final = timedelta(minutes=1)


class What(StrEnum):
    """What a letter tells of; each has its sentence in templates/games/tournaments/mail/."""

    INVITED = "invited"
    BEGINS = "begins"
    ROUND = "round"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


def tell_invited(tournament: Tournament, user: User) -> None:
    """Tell somebody who is asked to take part."""
    _tell([user.pk], What.INVITED, tournament)


def tell_beginning(tournament: Tournament) -> None:
    """Tell everybody who has entered that it is about to begin; once for each time it is set to."""
    _tell(_entered(tournament), What.BEGINS, tournament, f"/{tournament.starts_at:%Y-%m-%dT%H:%M}")


def tell_round(tournament: Tournament, planned: TournamentRound) -> None:
    """Tell everybody who is paired when their next round begins, once for each round."""
    if planned.starts_at < timezone.now() + WORTH_TELLING:
        return
    seated = planned.seats.exclude(table=None).exclude(entrant=None).values_list("entrant__user", flat=True)
    _tell(seated, What.ROUND, tournament, f"/{planned.number}", number=planned.number)


def tell_finished(tournament: Tournament) -> None:
    """Tell everybody who took part to the end how it ended."""
    _tell(_entered(tournament), What.FINISHED, tournament)


def tell_called_off(tournament: Tournament) -> None:
    """Tell everybody that nothing comes of it."""
    _tell(_entered(tournament), What.CALLED_OFF, tournament)


def _entered(tournament: Tournament) -> Iterable[int]:
    return tournament.entrants.filter(status=Entrant.Status.ENTERED).values_list("user", flat=True)


def _tell(people: Iterable[int], what: What, tournament: Tournament, event: str = "", **more: int) -> None:
    about = {"tournament": tournament.pk, "what": what, **more}
    event = f"tournament/{tournament.pk}/{what}{event}"
    tell_people(*(Letter(user_id=person, kind=TOURNAMENT, event=event, about=about) for person in people))
