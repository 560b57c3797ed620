"""Django's admin as an app, with a site of our own."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """Its site asks for a second factor."""

    default_site = "accounts.staff.admin_site.StaffAdminSite"
