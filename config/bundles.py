"""Static files that travel together: outside development a page asks for one bundle instead of a dozen small files.

Names are those of the folder `static/`. Order matters: a later stylesheet may say otherwise than an earlier one.
"""

from typing import Any, Final

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

BUNDLES: Final = {
    # Every page.
    "bundles/site.js": (
        "js/theme.js",
        "js/menu.js",
        "js/messages.js",
        "js/failures.js",
        "js/local-time.js",
        "js/copy.js",
        "js/once.js",
        "js/show-password.js",
    ),
    # A table that is played at, or watched again.
    "bundles/table.js": (
        "js/table-morph.js",
        "js/table-forms.js",
        "js/table-question.js",
        "js/table-unsent.js",
        "js/table-connection.js",
        "js/table-turn.js",
        "js/table-log.js",
        "js/clocks.js",
        "js/table-drag.js",
        "js/table-motion.js",
        "js/table-tabs.js",
        "js/table-guide.js",
    ),
}


class BundledStorage(CompressedManifestStaticFilesStorage):
    """Collects static files under lasting names, and the bundles with them."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        """Write the bundles before all files get their names."""
        if not dry_run:
            for name, parts in BUNDLES.items():
                self.delete(name)
                self.save(name, ContentFile("".join(self.read(part) for part in parts)))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def read(self, part: str) -> str:
        """Read a part of a bundle. Scripts are modules: the names of one stay its own, and so do its accidents."""
        with self.open(part) as file:
            text = file.read().decode()
        return f"try {{\n{text}}} catch (error) {{ reportError(error); }}\n" if part.endswith(".js") else text
