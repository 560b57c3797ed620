"""The addresses where people report what is not right."""

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("reports/", views.my_reports, name="my-reports"),
    path("people/<str:name>/report/", views.report_person, name="report-person"),
    path("talk/<str:seal>/report/", views.report_line, name="report-line"),
    path("tables/<int:pk>/report/", views.report_match, name="report-match"),
]
