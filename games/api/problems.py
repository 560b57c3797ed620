"""Errors as `application/problem+json` (RFC 9457)."""

import json
from http import HTTPStatus
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse

CONTENT_TYPE = "application/problem+json"


class Problem(Exception):
    """Something that is not done; `kind` is for programs, `detail` for people."""

    def __init__(self, status: int, kind: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.more = status, kind, detail, more


def answer(problem: Problem) -> HttpResponse:
    """Return a problem as an answer."""
    title = HTTPStatus(problem.status).phrase
    body = {"type": problem.kind, "title": title, "status": problem.status, "detail": problem.detail, **problem.more}
    response = HttpResponse(
        json.dumps(body, cls=DjangoJSONEncoder, ensure_ascii=False), status=problem.status, content_type=CONTENT_TYPE
    )
    if "retry_after" in problem.more:
        response["Retry-After"] = str(problem.more["retry_after"])
    return response
