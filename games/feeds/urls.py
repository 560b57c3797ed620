"""The addresses of feeds."""

from django.urls import path

from games.feeds import atom, views

urlpatterns = [
    path("calendar/<str:token>.ics", views.calendar, name="calendar"),
    path("people/<str:name>/matches.atom", atom.FinishedMatches(), name="matches-feed"),
    path("settings/calendar/", views.settings_page, name="settings-calendar"),
    path("settings/calendar/renew/", views.renew, name="renew-calendar"),
    path("settings/calendar/off/", views.forget, name="forget-calendar"),
]
