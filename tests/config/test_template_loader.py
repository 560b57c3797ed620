"""The line breaks of templates: for readers, and on the page only where they part words."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Engine
from django.template.loader import get_template
from django.utils import translation

from config.template_loader import tidy


def engine_of(folder: Path, **files: str) -> Engine:
    for name, source in files.items():
        (folder / name.replace("_", ".")).write_text(source, encoding="utf-8")
    return Engine(dirs=[folder], loaders=["config.template_loader.Loader"], builtins=["django.templatetags.i18n"])


@pytest.mark.parametrize(
    ("source", "drawn"),
    [
        ("<ul>\n  <li>\n    words\n  </li>\n</ul>\n", "<ul><li>words</li></ul>"),
        ("<p>\n  {{ name }}\n</p>", "<p>{{ name }}</p>"),
        ("{% if a %}\n  words\n{% elif b %}\n  {{ b }}\n{% else %}\n  c\n{% endif %}",
         "{% if a %}words{% elif b %}{{ b }}{% else %}c{% endif %}"),
        ("{% for a in b %}\n  {{ a }}\n{% empty %}\n  none\n{% endfor %}",
         "{% for a in b %}{{ a }}{% empty %}none{% endfor %}"),
        ("{% block title %}\n  words\n{% endblock title %}", "{% block title %}words{% endblock title %}"),
        ("{% with a=b %}\n  {{ a }}\n{% endwith %}", "{% with a=b %}{{ a }}{% endwith %}"),
        ("{% autoescape off %}\n  {{ a }}\n{% endautoescape %}", "{% autoescape off %}{{ a }}{% endautoescape %}"),
    ],
)  # fmt: skip
def test_after_what_opens_and_before_what_closes_a_line_break_is_nothing(source, drawn):
    assert tidy(source) == drawn


@pytest.mark.parametrize(
    ("source", "drawn"),
    [
        ("<b>one</b>\n<b>two</b>", "<b>one</b><b>two</b>"),
        ("<br>\n<img src='a'>\n<input>\n<b>one</b>", "<br><img src='a'><input><b>one</b>"),
        ('{% include "a.html" %}\n{% include "b.html" %}', '{% include "a.html" %}{% include "b.html" %}'),
        ('</svg>\n{% include "a.html" %}\n<b>', '</svg>{% include "a.html" %}<b>'),
        ("{% endif %}\n\n\n{% if a %}", "{% endif %}{% if a %}"),
        ('<use href="#a" />\n<use href="#b" />', '<use href="#a"/><use href="#b"/>'),
    ],
)
def test_between_two_tags_a_line_break_is_nothing(source, drawn):
    assert tidy(source) == drawn


@pytest.mark.parametrize(
    ("source", "drawn"),
    [
        ("<p>one\n  two</p>", "<p>one two</p>"),
        ("<b>one</b>\n  two", "<b>one</b> two"),
        ("one  \n\t<b>two</b>", "one <b>two</b>"),
        ("{{ one }}\n{{ two }}", "{{ one }} {{ two }}"),
        ('<b>one</b>\n{% translate "two" %}\n<i>3</i>', '<b>one</b> {% translate "two" %} <i>3</i>'),
        ('<img src="a">\n  words', '<img src="a"> words'),
    ],
)
def test_beside_words_a_line_break_is_a_space(source, drawn):
    assert tidy(source) == drawn


@pytest.mark.parametrize("between", [" ", '{{ " " }}', '\n{{ " " }}', '\n{{ " " }}\n'])
def test_a_space_between_two_tags_can_be_written(between, tmp_path):
    template = engine_of(tmp_path, page_html=f"<b>one</b>{between}<b>two</b>").get_template("page.html")
    assert " ".join(template.render(Context()).split()) == "<b>one</b> <b>two</b>"


@pytest.mark.parametrize("kind", ["<{}>", "</{}>", "<{} />"])
def test_inside_a_tag_a_line_break_parts_attributes(kind):
    source = 'a\n   class="b"\n   {% if c > 1 %}id="{{ d|default:">" }}"{% endif %}\n'
    drawn = 'a class="b" {% if c > 1 %}id="{{ d|default:">" }}"{% endif %}'
    assert tidy(kind.format(source)) == kind.format(drawn).replace(" />", "/>")


def test_an_attribute_may_hold_tags_over_several_lines():
    source = '<p\n  class="a\n    {% if b %}\n      b\n    {% endif %}"\n>\n  words\n</p>'
    assert tidy(source) == '<p class="a {% if b %} b {% endif %}">words</p>'


def test_an_attribute_in_quotes_of_its_own_lines_has_no_blank_at_its_edges():
    source = '<p\n  class="\n    a\n    {% if b %}b{% endif %}\n  "\n  id="c"\n>\n  words\n</p>'
    assert tidy(source) == '<p class="a {% if b %}b{% endif %}" id="c">words</p>'


def test_the_words_of_a_trimmed_block_in_an_attribute_are_found_too(tmp_path):
    words = "{% blocktranslate trimmed %}\n    Your password\n    was changed\n  {% endblocktranslate %}"
    source = f'<p\n  title="{words}"\n></p>'
    template = engine_of(tmp_path, page_html=source).get_template("page.html")
    with translation.override("fr"):
        translated = translation.gettext("Your password was changed")
        assert template.render(Context()) == f'<p title="{translated}"></p>'


def test_an_attribute_may_hold_what_looks_like_the_end_of_its_tag():
    assert tidy('<p title="a > b\nc">\nwords\n</p>') == '<p title="a > b c">words</p>'


@pytest.mark.parametrize("silent", ["{# why #}", "{% comment %}\n why\n{% endcomment %}", "{% load i18n %}",
                                    "{% url 'home' as home %}", '{% translate "a" as b %}',
                                    "{% blocktranslate trimmed asvar b %}\n  a\n{% endblocktranslate %}"])  # fmt: skip
@pytest.mark.parametrize(
    ("around", "drawn"),
    [
        ("one\n{}\ntwo", "one two"),
        ("one\n{}two", "one two"),
        ("one{}two", "onetwo"),
        ("{}\ntwo", "two"),
        ("<p>\n{}\ntwo", "<p>two"),
        ("one\n{}\n</p>", "one</p>"),
        ("<b>1</b>\n{}\n<b>2</b>", "<b>1</b><b>2</b>"),
    ],
)
def test_comments_and_tags_that_draw_nothing_are_not_there(silent, around, drawn):
    tidied = tidy(around.format(silent))
    assert tidied.replace(silent, "") == drawn
    assert (silent in tidied) is not silent.startswith(("{#", "{% comment"))


@pytest.mark.parametrize("element", ["pre", "textarea", "script", "style"])
def test_what_is_preformatted_keeps_its_line_breaks(element):
    kept = f'<{element} id="a">\n  one\n\n  <b>two</b>\n</{element}>'
    assert tidy(f"<p>\n{kept}\n</p>") == f"<p>{kept}</p>"


def test_a_translated_block_is_left_alone_so_that_its_words_are_found():
    block = "{% blocktranslate trimmed with a=b %}\n  One\n  <b>two</b>\n{% plural %}\n  Three\n{% endblocktranslate %}"
    assert tidy(f"<p>\n  {block}\n</p>\n") == f"<p>{block}</p>"


def test_the_words_of_a_trimmed_block_are_those_of_the_catalogue(tmp_path):
    source = (
        "<p>\n  {% blocktranslate trimmed %}\n    Your password\n    was changed\n  {% endblocktranslate %}\n</p>\n"
    )
    template = engine_of(tmp_path, page_html=source).get_template("page.html")
    with translation.override("fr"):
        translated = translation.gettext("Your password was changed")
        assert translated != "Your password was changed"
        assert template.render(Context()) == f"<p>{translated}</p>"


def test_the_plain_text_of_a_mail_keeps_its_lines(tmp_path):
    source = "Hello {{ name }},\n\n  {% if name %}\nwords\n{% endif %}\n"
    template = engine_of(tmp_path, mail_txt=source).get_template("mail.txt")
    assert template.render(Context({"name": "Ada"})) == "Hello Ada,\n\n  \nwords\n\n"


def test_every_template_of_ours_comes_through_the_loader_and_can_be_read_once_its_line_breaks_are_gone():
    folder = Path(settings.BASE_DIR) / "templates"
    for path in sorted(folder.rglob("*.html")):
        source = get_template(path.relative_to(folder).as_posix()).template.source
        assert source == tidy(path.read_text(encoding="utf-8"))


def test_taking_out_line_breaks_twice_is_taking_them_out_once():
    for path in sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html")):
        once = tidy(path.read_text(encoding="utf-8"))
        assert tidy(once) == once, path


def test_a_template_is_read_and_tidied_once_also_in_development() -> None:
    """Parsing them anew made every page three times as dear where most people first meet the site: `make run`."""
    first, again = (get_template("base.html").template for _ in range(2))
    assert first is again
