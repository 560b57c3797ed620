"""The addresses of what was imposed on somebody, and of appeals."""

from django.urls import path

from accounts.sanctions import views

urlpatterns = [
    path("standing/", views.sanctions_page, name="standing"),
    path("standing/read/", views.read, name="standing-read"),
    path("standing/<int:pk>/appeal/", views.appeal, name="appeal"),
    path("announcements/<int:pk>/dismiss/", views.dismiss, name="announcement-dismiss"),
]
