"""The addresses of what one can read: the rules, the guide, how strong the AI is, slow play."""

from django.urls import path

from games.learn.views import guide, rules, slow_play, strength

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:edition_id>/", rules.rules, name="rules"),
    path("guide/", guide.guide, name="guide"),
    path("guide/start/", guide.start, name="guide-start"),
    path("ai/", strength.strength, name="strength"),
    path("slow/", slow_play.explain, name="slow-play"),
]
