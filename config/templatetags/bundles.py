"""Bundles in templates: one link where they were collected, one for each of their parts in development."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from config.bundles import BUNDLES, BundledStorage

register = template.Library()

TAGS = {
    "css": '<link rel="stylesheet" href="{}">',
    "js": '<script type="module" src="{}"></script>',
}


@register.simple_tag
def bundle(name: str) -> SafeString:
    """Return the link to a bundle, or the links to its parts."""
    name = f"bundles/{name}"
    files = (name,) if isinstance(staticfiles_storage, BundledStorage) else BUNDLES[name]
    return format_html_join("\n  ", TAGS[name.rpartition(".")[2]], ((static(file),) for file in files))
