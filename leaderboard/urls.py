"""The addresses of the rankings."""

from django.urls import path

from leaderboard.views import formula, people, rankings

urlpatterns = [
    path("rankings/", rankings.rankings, name="rankings"),
    path("rankings/live/", rankings.live_rankings, name="rankings-live"),
    path("rankings/how/", formula.formula, name="rankings-how"),
    path("rankings/of/<str:name>/<str:slug>/", people.rating_of_person, name="rating-of-person"),
]
