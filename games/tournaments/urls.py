"""The addresses of tournaments."""

from django.urls import path

from games.tournaments.views import acting, pages

urlpatterns = [
    path("tournaments/", pages.tournaments, name="tournaments"),
    path("tournaments/new/", pages.new, name="tournament-new"),
    path("tournaments/<int:pk>/", pages.tournament, name="tournament"),
    path("tournaments/<int:pk>/live/", pages.live, name="tournament-live"),
    path("tournaments/<int:pk>/rounds/<int:number>/", pages.played_round, name="tournament-round"),
    path("tournaments/<int:pk>/enter/", acting.enter, name="tournament-enter"),
    path("tournaments/<int:pk>/leave/", acting.leave, name="tournament-leave"),
    path("tournaments/<int:pk>/back/", acting.come_back, name="tournament-back"),
    path("tournaments/<int:pk>/manage/", pages.manage, name="tournament-manage"),
    path("tournaments/<int:pk>/begin/", acting.begin, name="tournament-begin"),
    path("tournaments/<int:pk>/invite/", acting.invite, name="tournament-invite"),
    path("tournaments/<int:pk>/call-off/", acting.call_off, name="tournament-call-off"),
    path("tournaments/<int:pk>/entrants/<int:entrant>/disqualify/", acting.disqualify, name="tournament-disqualify"),
]
