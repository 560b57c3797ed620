"""The addresses of what the site says about itself."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path

from config.about import views
from config.about.sitemap import SITEMAPS

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("terms/", views.terms, name="terms"),
    path("imprint/", views.imprint, name="imprint"),
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("favicon.ico", views.favicon, name="favicon"),
]
