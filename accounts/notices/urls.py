"""The address of the service worker: at the root, since a worker serves what lies below it."""

from django.urls import path

from accounts.notices import views

urlpatterns = [
    path("service-worker.js", views.service_worker, name="service-worker"),
]
