"""Three roles, and what each may do. They are Django's groups: administrators may change them."""

from typing import Any, Final

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions

HELPER: Final = (
    *("accounts.see_person", "accounts.mute_user", "accounts.view_sanction"),
    *("accounts.add_personnote", "accounts.view_personnote"),
    *("games.view_report", "games.work_report", "games.view_chatline", "games.view_match", "games.view_playedmove"),
)
MODERATOR: Final = (
    *HELPER,
    *("accounts.sanction_user", "accounts.view_appeal", "accounts.answer_appeal"),
    *("accounts.view_sighting", "accounts.view_staffact", "accounts.view_block"),
    *("accounts.add_addressban", "accounts.change_addressban", "accounts.view_addressban"),
    *("accounts.add_announcement", "accounts.change_announcement", "accounts.view_announcement"),
    *("games.remove_line", "games.tend_match", "games.read_secrets", "games.view_maintenance"),
    *("games.add_filterword", "games.delete_filterword", "games.view_filterword"),
)
ADMINISTRATOR: Final = (
    *MODERATOR,
    *("accounts.view_user", "accounts.change_user", "accounts.delete_user", "accounts.delete_announcement"),
    *("auth.view_group", "auth.change_group", "games.keep_house", "games.view_brainfailure"),
)
ROLES: Final = {"helper": HELPER, "moderator": MODERATOR, "administrator": ADMINISTRATOR}


def make_roles(apps: Any, using: str = "default") -> None:
    """Make the groups with their permissions, which Django itself would make only after the last migration."""
    for label in ("auth", "accounts", "games"):
        config = apps.get_app_config(label)
        known = getattr(config, "models_module", None)
        config.models_module = known or True  # in a migration apps are only sketched
        create_permissions(config, apps=apps, verbosity=0, using=using)
        config.models_module = known
    permission, group = apps.get_model("auth", "Permission"), apps.get_model("auth", "Group")
    for role, names in ROLES.items():
        made, is_new = group.objects.using(using).get_or_create(name=role)
        if is_new:
            made.permissions.set([_find(permission, name, using) for name in names])


def make_missing_roles(using: str) -> None:
    """Make them again where a database was emptied."""
    from django.apps import apps
    from django.contrib.auth.models import Group

    if Group.objects.using(using).filter(name__in=ROLES).count() < len(ROLES):
        make_roles(apps, using)


def remove_roles(apps: Apps, using: str = "default") -> None:
    """Take them away with the migration."""
    apps.get_model("auth", "Group").objects.using(using).filter(name__in=ROLES).delete()


def _find(permission: Any, name: str, using: str) -> Any:
    app, _dot, codename = name.partition(".")
    return permission.objects.using(using).get(content_type__app_label=app, codename=codename)
