"""The browser's files, and the page that is come to: what a slow phone would have to ask for comes with it."""

import json
import re

import pytest

from ghosthouse.server import pages

INDEX = '<html><head><script src="/assets/core-1.js"></script></head><body></body></html>'
FIRST = {
    "/": {"en": ["/assets/core-1.js", "/assets/lobby-1.js", "/assets/en-1.js"], "de": ["/assets/lobby-1.js", "/assets/de-1.js"]},
    "/t/": {"en": ["/assets/table-1.js", "/assets/table-1.css"], "de": ["/assets/table-1.js"]},
}
TOLD = {"en": b'{"language":"en","words":"</script><b>"}', "de": b'{"language":"de","words":"h\xc3\xa4"}'}


@pytest.fixture
def built(tmp_path):
    """Pages as the build leaves them."""
    for name, text in {
        "index.html": INDEX, "assets/core-1.js": "1", "icon.svg": "<svg/>", ".vite/first.json": json.dumps(FIRST),
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return pages.read_pages(str(tmp_path))


def come(built, path, speaks="en-GB,en;q=0.9", openings=None):
    """Whoever comes to an address: what is asked for at once, and what is told."""
    made = pages.make_openings(built, TOLD) if openings is None else openings
    answer = pages.answer(built, path, "", "", openings=made, speaks=speaks)
    html = answer.content.decode()
    told = re.search(r'<script type="application/json" id="told">(.*?)</script>', html)
    return re.findall(r'<link rel="(\w+)" crossorigin href="([^"]+)">', html), told and json.loads(told[1])


def test_the_lobby_asks_for_its_pieces_with_the_page(built):
    """What the page names already is not named again."""
    links, told = come(built, "/")

    assert links == [("modulepreload", "/assets/lobby-1.js"), ("modulepreload", "/assets/en-1.js")]
    assert told["language"] == "en"


def test_a_table_asks_for_its_own(built):
    """A friend who comes by a link does not carry the lobby."""
    links, _ = come(built, "/t/QAXMPU")

    assert links == [("modulepreload", "/assets/table-1.js"), ("stylesheet", "/assets/table-1.css")]


def test_other_addresses_ask_for_nothing_but_are_told_the_same(built):
    """A lesson, or a room that is not there."""
    assert come(built, "/learn/ducks") == ([], {"language": "en", "words": "</script><b>"})


@pytest.mark.parametrize(
    ("speaks", "language"),
    [("de-CH,de;q=0.9,en;q=0.8", "de"), ("fr, de;q=0.5", "de"), ("fr", "en"), ("", "en"), ("*", "en"), ("EN-us", "en")],
)
def test_the_browser_says_in_which_language(built, speaks, language):
    """The first that it asks for and the house speaks; else the first of the house."""
    assert come(built, "/", speaks)[1]["language"] == language


def test_nothing_that_is_told_ends_the_element_that_carries_it(built):
    """Phrases are text, whatever stands in them."""
    made = pages.make_openings(built, TOLD)

    assert b"</script><b>" not in made["/", "en"].content
    assert come(built, "/")[1]["words"] == "</script><b>"


def test_the_page_that_is_kept_for_later_tells_nothing(built):
    """The shell on a device is read when the house is away: what the house says is never old."""
    assert come(built, "/index.html") == ([], None)
    assert pages.answer(built, "/index.html", "", "").headers["vary"] == "accept-encoding"  # else a service worker finds it no more


def test_pages_without_a_list_of_first_files_are_served_as_they_are(built):
    """The plain page, or a folder of one's own."""
    del built["/.vite/first.json"]

    assert pages.make_openings(built, TOLD) == {}
    assert come(built, "/") == ([], None)


def test_each_language_of_an_address_is_another_page_to_a_cache(built):
    """Tags differ, and the answer says what it depends on."""
    made = pages.make_openings(built, TOLD)
    english, german = (pages.answer(built, "/", "", "", openings=made, speaks=one) for one in ("en", "de"))

    assert english.headers["etag"] != german.headers["etag"]
    assert "accept-language" in english.headers["vary"]
    assert pages.answer(built, "/", "", english.headers["etag"], openings=made, speaks="en").status_code == 304
