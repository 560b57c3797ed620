"""A template is read by people, so its lines fit beside each other on a screen."""

from pathlib import Path

LONGEST_LINE = 120


def test_no_line_of_a_template_is_longer_than_a_line_of_code(project):
    too_long = [
        f"{path.relative_to(project)}:{number} ({len(line)})"
        for path in sorted(Path(project, "templates").rglob("*"))
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert too_long == []
