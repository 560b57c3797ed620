"""How static files are collected outside development."""

from functools import cache

from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_SCRIPTS = "js/*.js"
IMPORT = (r'(?P<matched>import (?P<names>[^"]+) from "(?P<url>\./[^"]+)";)', 'import %(names)s from "%(url)s";')


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Collect static files under lasting names, by which our scripts import one another too."""

    # Django's own way takes in the scripts of every package, and not all of those import what is there.
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_SCRIPTS, (IMPORT,)))

    @cache  # noqa: B019 - there is one storage, and what is collected does not change while it is served
    def url(self, name: str | None, force: bool = False) -> str:
        """Return where a file is served: looked up once, since a table names dozens of them with every move."""
        return str(super().url(name, force))
