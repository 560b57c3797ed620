"""People in the admin."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, User

# One door for all: the admin's own would neither slow down guessers nor ask for a second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    """Django's page for users, without the names we do not ask for."""

    fieldsets = (
        (None, {"fields": ("username", "email", "password", "is_guest", "about")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined", "seen_at", "left_at")}),
    )
    readonly_fields = ("is_guest", "seen_at", "left_at")
    list_display = ("username", "email", "is_guest", "is_staff", "date_joined", "seen_at")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "name_key", "email")


@admin.register(Block)
class BlockAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who keeps whom away, to understand complaints."""

    list_display = ("blocker", "blocked", "made_at")
    raw_id_fields = ("blocker", "blocked")
    list_select_related = ("blocker", "blocked")
