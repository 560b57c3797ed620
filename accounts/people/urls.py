"""The addresses of people's pages, and of how everybody wants the site."""

from django.urls import path

from accounts.people.views import preferences, profiles

urlpatterns = [
    path("preferences/theme/", preferences.theme, name="preferences-theme"),
    path("i18n/setlang/", preferences.language, name="set_language"),
    path("people/<str:name>/", profiles.profile, name="profile"),
    path("people/<str:name>/follow/", profiles.follow_person, name="follow"),
    path("people/<str:name>/unfollow/", profiles.unfollow_person, name="unfollow"),
    path("people/<str:name>/block/", profiles.block, name="block"),
    path("people/<str:name>/unblock/", profiles.unblock, name="unblock"),
    path("avatar/<int:pk>.svg", profiles.avatar, name="avatar"),
]
