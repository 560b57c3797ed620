"""Every call of the API. Each finds the table that the account may see, and acts by the services that pages use."""

import logging
from typing import Any, Final

from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Status
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.api.access import TokenAuth, account, needs, token_of
from games.api.description import DescribedApi
from games.api.problems import Problem, answer
from games.api.schemas import Me, NewMove, NewTable, ProblemOut, TableList, TableOut
from games.api.stream import MOST_STREAMS, follow, opened
from games.api.tables import table_json, tables_for
from games.api.together import answer_together
from games.engine import Refused
from games.engine.moves import from_entry
from games.history.records import record_of, with_record
from games.lobby.services.seating import join_table
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match
from games.models.match import DAY
from games.models.played_move import BY_STAFF
from games.play.refusals import ActionRefused, BotsNotAllowed, KeptAway, NotInvited, NotSeated, UnknownChoice
from games.play.requests import number_in
from games.play.selectors.orders import sheet_of
from games.play.selectors.visibility import find_table, seat_number_of
from games.play.services.conceding import concede
from games.play.services.moves import MatchPaused, TableMoved, play_moves

PAGE: Final = 50
NEVER_NUMBERED: Final = 2**63  # beyond every key of a database
PROBLEMS: Final = dict.fromkeys((400, 401, 403, 404, 409, 422, 429, 503), ProblemOut)
FORBIDDEN: Final = (KeptAway, NotInvited, NotSeated, BotsNotAllowed)

logger = logging.getLogger(__name__)

api = DescribedApi(
    title="Dream Factory",
    version="1",
    urls_namespace="api-1",
    auth=TokenAuth(),
    docs_url=None,  # its page would load scripts from elsewhere
    description="Play Dream Factory by a program. Errors are application/problem+json.",
)


@api.get("/me", response={200: Me, **PROBLEMS}, summary="Whose token this is")
@needs("read")
def me(request: HttpRequest) -> dict[str, Any]:
    user = account(request)
    ratings = {ladder: value / 1000 for ladder, value in user.ratings.values_list("ladder", "value")}
    return {"name": user.username, "is_bot": user.is_bot, "scopes": token_of(request).scopes, "ratings": ratings}


@api.get("/tables", response={200: TableList, **PROBLEMS}, summary="My tables, or all that are open to watch or join")
@needs("read")
def tables(request: HttpRequest, mine: bool = False, my_turn: bool = False, cursor: str = "") -> dict[str, Any]:
    user = account(request)
    before = number_in(cursor) or NEVER_NUMBERED - 1
    found = list(tables_for(user, mine=mine, my_turn=my_turn).filter(pk__lt=before)[: PAGE + 1])
    shown = [table_json(match, user, with_log=False) for match in found[:PAGE]]
    return {"tables": shown, "next": str(found[PAGE - 1].pk) if len(found) > PAGE else None}


@api.post("/tables", response={201: TableOut, **PROBLEMS}, summary="Open a table; it begins when its seats are full")
@needs("tables")
def new_table(request: HttpRequest, wanted: NewTable) -> Status[dict[str, Any]]:
    user = account(request)
    options = TableOptions(
        edition_id=wanted.edition,
        size=wanted.seats,
        pace=wanted.pace,
        decision_seconds=DAY if wanted.pace == "slow" else TableOptions().decision_seconds,
        open_money=wanted.open_money,
        fast_ai=wanted.fast_ai and not wanted.rated,
        rated=wanted.rated,
        bots_allowed=wanted.bots_allowed,
        ready_check=False,
    )
    match = open_table(host=user, options=options, ai_levels=tuple(wanted.ai))
    return Status(201, table_json(Match.objects.get(pk=match.pk), user))


@api.get("/tables/{pk}", response={200: TableOut, **PROBLEMS}, summary="A table as my seat may see it")
@needs("read")
def table(request: HttpRequest, pk: int, since: int = 0) -> dict[str, Any]:
    user = account(request)
    return table_json(_find(pk, request), user, since=max(0, min(since, NEVER_NUMBERED - 1)))


@api.post("/tables/{pk}/join", response={200: TableOut, **PROBLEMS}, summary="Take a free seat")
@needs("tables")
def join(request: HttpRequest, pk: int) -> dict[str, Any]:
    match, user = _find(pk, request), account(request)
    join_table(match_id=match.pk, user=user)
    return table_json(_find(pk, request), user)


@api.post("/tables/{pk}/moves", response={200: TableOut, **PROBLEMS}, summary="Play the next entry of a match")
@needs("play")
def move(request: HttpRequest, pk: int, wanted: NewMove) -> dict[str, Any]:
    match, user = _find(pk, request), account(request)
    seat = seat_number_of(match, user)
    if seat is None:
        raise Problem(403, "not-seated", "This account has no seat at the table.")
    if wanted.key.startswith(BY_STAFF):
        raise Problem(422, "form", f"Keys do not begin with {BY_STAFF}", rule="form")
    # A retry may come when all have answered: the same key is the same answer, and no bid.
    if wanted.key and match.auctions == Match.Auctions.TOGETHER and sheet_of(match.pk, seat).key == wanted.key:
        return table_json(match, user)
    try:
        _, played = from_entry([seat, *wanted.move])
        if match.awaited and wanted.number == match.number + 1:
            answer_together(match, user, seat, played, number=wanted.number, key=wanted.key)
        else:
            play_moves(
                match_id=match.pk, seat=seat, moves=[played], number=wanted.number, key=wanted.key, user_id=user.pk
            )
    except MatchPaused as refusal:
        raise Problem(409, "paused", "The match is paused; play goes on when the pause is over.") from refusal
    except TableMoved as refusal:
        fresh = table_json(_find(pk, request), user)
        raise Problem(409, "stale", "The number is not the next one; here is the table.", table=fresh) from refusal
    except Refused as refusal:
        status = 403 if refusal.rule == "turn" else 422
        raise Problem(status, "refused", str(refusal), rule=refusal.rule) from refusal
    return table_json(_find(pk, request), user)


@api.post("/tables/{pk}/concede", response={200: TableOut, **PROBLEMS}, summary="Leave a match for good")
@needs("play")
def leave(request: HttpRequest, pk: int) -> dict[str, Any]:
    match, user = _find(pk, request), account(request)
    concede(match_id=match.pk, user=user)
    return table_json(_find(pk, request), user)


@api.get("/tables/{pk}/record", response={200: dict[str, Any], **PROBLEMS}, summary="The record of a finished match")
@needs("read")
def record(request: HttpRequest, pk: int) -> dict[str, Any]:
    match = _find(pk, request)
    finished = with_record(Match.objects.filter(pk=match.pk)).first()
    if finished is None:
        raise Problem(409, "not-finished", "There is a record once the match is over.")
    return record_of(finished)


@api.get("/stream", response={200: None, **PROBLEMS}, summary="What changes at my tables, as server-sent events")
@needs("read")
def stream(request: HttpRequest) -> StreamingHttpResponse:
    if opened[token_of(request).user_id] >= MOST_STREAMS:
        raise Problem(429, "limit", f"At most {MOST_STREAMS} streams at once.", retry_after=10)
    events = follow(token_of(request), request.headers.get("Last-Event-ID", ""))
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy passes on each line at once
    return response


def _find(pk: int, request: HttpRequest) -> Match:
    match = find_table(pk, account(request)) if 0 < pk < NEVER_NUMBERED else None
    if match is None:
        raise Problem(404, "not-found", "There is no such table, or it is not for this account to see.")
    return match


@api.exception_handler(Problem)
def tell_problem(request: HttpRequest, problem: Any) -> HttpResponse:
    return answer(problem)


@api.exception_handler(AuthenticationError)
def tell_stranger(request: HttpRequest, error: Any) -> HttpResponse:
    return answer(Problem(401, "unauthorized", "This needs a good token: Authorization: Bearer TOKEN."))


@api.exception_handler(ValidationError)
def tell_form(request: HttpRequest, error: Any) -> HttpResponse:
    said = "; ".join(f"{'.'.join(map(str, item['loc'][1:]))}: {item['msg']}" for item in error.errors)
    return answer(Problem(422, "form", said, rule="form"))


@api.exception_handler(HttpError)
def tell_bad_request(request: HttpRequest, error: Any) -> HttpResponse:
    return answer(Problem(error.status_code, "bad-request", str(error)))


@api.exception_handler(Http404)
def tell_missing(request: HttpRequest, error: Any) -> HttpResponse:
    return answer(Problem(404, "not-found", "There is nothing at this address."))


@api.exception_handler(ActionRefused)
def tell_refused(request: HttpRequest, refusal: Any) -> HttpResponse:
    status = 403 if isinstance(refusal, FORBIDDEN) else 422 if isinstance(refusal, UnknownChoice) else 409
    return answer(Problem(status, type(refusal).__name__, str(refusal)))


@api.exception_handler(OperationalError)
def tell_busy(request: HttpRequest, error: Any) -> HttpResponse:
    logger.error("The database did not answer the API", exc_info=error)
    return answer(Problem(503, "busy", "The site is busy. Nothing is lost; try again.", retry_after=2))
