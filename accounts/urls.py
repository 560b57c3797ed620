"""Addresses about people."""

from django.urls import URLPattern, URLResolver, include, path

from accounts.views import entrance, leaving, notices, people, preferences, settings, standing

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/signup/", entrance.register, name="account_signup"),
    path("account/logout/", entrance.log_out, name="account_logout"),
    path("account/sessions/<int:pk>/end/", leaving.end_session, name="end-session"),
    path("account/", include("allauth.urls")),
    path("settings/", settings.profile, name="settings"),
    path("settings/preferences/", settings.preferences, name="settings-preferences"),
    path("settings/notices/", settings.notices, name="settings-notices"),
    path("settings/blocked/", settings.blocked, name="settings-blocked"),
    path("settings/data/", leaving.data, name="settings-data"),
    path("settings/data/file/", leaving.download, name="take-out"),
    path("settings/delete/", leaving.delete, name="delete-account"),
    path("standing/", standing.standing, name="standing"),
    path("standing/read/", standing.read, name="standing-read"),
    path("standing/<int:pk>/appeal/", standing.appeal, name="appeal"),
    path("announcements/<int:pk>/dismiss/", standing.dismiss, name="announcement-dismiss"),
    path("notices/off/<str:token>/", notices.turn_off, name="notices-off"),
    path("preferences/theme/", preferences.theme, name="preferences-theme"),
    path("i18n/setlang/", preferences.language, name="set_language"),
    path("people/<str:name>/", people.profile, name="profile"),
    path("people/<str:name>/block/", people.block, name="block"),
    path("people/<str:name>/unblock/", people.unblock, name="unblock"),
    path("avatar/<int:pk>.svg", people.avatar, name="avatar"),
]
