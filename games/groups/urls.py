"""The addresses of groups."""

from django.urls import path

from games.groups import views

urlpatterns = [
    path("groups/", views.groups, name="groups"),
    path("groups/new/", views.new_group, name="group-new"),
    path("groups/<str:slug>/", views.group, name="group"),
    path("groups/<str:slug>/join/", views.join, name="group-join"),
    path("groups/<str:slug>/leave/", views.leave, name="group-leave"),
    path("groups/<str:slug>/let-in/", views.let_in, name="group-let-in"),
    path("groups/<str:slug>/send-away/", views.send_away, name="group-send-away"),
    path("groups/<str:slug>/change/", views.change, name="group-change"),
    path("groups/<str:slug>/dissolve/", views.dissolve, name="group-dissolve"),
    path("tables/<int:pk>/invite-group/", views.invite, name="table-invite-group"),
]
