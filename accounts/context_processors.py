"""What every page knows about its reader."""

from django.http import HttpRequest

from accounts.services.preferences import theme_of


def theme(request: HttpRequest) -> dict[str, str]:
    """Give light, dark, or nothing where the device decides."""
    return {"theme": theme_of(request)}
