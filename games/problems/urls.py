"""The addresses of problems: today's, and each by its day."""

from datetime import date

from django.urls import path, register_converter

from games.problems import views


class DayConverter:
    """A day as `2026-11-18`."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the day; one that is in no calendar has no page."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the day as it stands in an address."""
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("problems/", views.current, name="problems"),
    path("problems/<day:day>/", views.of_day, name="problem"),
    path("problems/<day:day>/answer/", views.answer, name="problem-answer"),
]
