"""Django's admin as an app, with our own door."""

from django.contrib.admin.apps import AdminConfig


class HouseAdminConfig(AdminConfig):
    """Its site asks for a second factor."""

    default_site = "accounts.staff.admin_site.HouseSite"
