"""One person's ratings in full."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.people.selectors import person_named
from leaderboard.chart import draw_chart
from leaderboard.ladders import Ladder
from leaderboard.selectors.ratings import changes_of, ratings_of

LISTED = 50  # a chart shows more than anybody reads


@require_safe
def rating_of_person(request: HttpRequest, name: str, slug: str) -> HttpResponse:
    """Show one rating over time."""
    person = person_named(name)
    if name != person.username:
        return redirect(reverse("rating-of-person", args=[person.username, slug]))
    held = ratings_of(person)
    shown = next((row for row in held if row.ladder.slug == slug), None)
    if shown is None:
        raise Http404("Nobody stands there under that name.")
    changes = changes_of(person, Ladder.read(slug))
    return render(
        request,
        "leaderboard/person.html",
        {
            "person": person,
            "held": held,
            "shown": shown,
            "chart": draw_chart(changes),
            "changes": changes[::-1][:LISTED],
        },
    )
