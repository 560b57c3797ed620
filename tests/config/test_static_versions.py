"""During an upgrade pages of both versions find their static files: names follow content, and nothing is taken away."""

from pathlib import Path

from django.core.management import call_command


def test_collecting_anew_leaves_the_files_of_the_version_before(tmp_path: Path, settings) -> None:
    source, root = tmp_path / "source", tmp_path / "root"
    source.mkdir()
    settings.STATIC_ROOT = root
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.static_storage.ModuleStorage"},
    }
    for version in ("red", "green"):
        (source / "site.css").write_text(f"body {{ color: {version}; }}\n")
        call_command("collectstatic", interactive=False, verbosity=0)
    colours = {path.read_text().split()[3] for path in root.glob("site.*.css")}
    assert colours == {"red;", "green;"}
