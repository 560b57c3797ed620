"""The addresses where people report what is not right."""

from django.urls import path

from games.views import reports

urlpatterns = [
    path("reports/", reports.my_reports, name="my-reports"),
    path("people/<str:name>/report/", reports.report_person, name="report-person"),
    path("talk/<str:seal>/report/", reports.report_line, name="report-line"),
    path("tables/<int:pk>/report/", reports.report_match, name="report-match"),
]
