"""What a house writes down about itself: enough to find a fault, and nothing that a player may not know."""

import json
import logging

import pytest
import structlog

from ghosthouse.server import logs


@pytest.fixture
def logged(capsys):
    """What is logged while something is done, read as JSON; afterwards everything is as it was."""
    before = structlog.get_config()

    def lines(do):
        logs.set_up("info")
        do()
        return [json.loads(line) for line in capsys.readouterr().err.splitlines()]

    yield lines
    structlog.configure(**before)


@pytest.mark.parametrize("name", ["token", "seat_token", "secret", "Authorization", "cookie", "view", "hand", "message", "body"])
def test_a_field_that_speaks_of_a_secret_is_blotted_out(logged, name):
    """By its name, whatever is in it."""
    [line] = logged(lambda: logs.log.info("something", **{name: "K2 R3 M"}, table="GHST"))

    assert line[name] == "(blotted out)"
    assert (line["event"], line["table"], line["level"]) == ("something", "GHST", "info")


def test_an_error_says_where_it_was_and_not_what_was_in_it(logged):
    """Its kind and its places: its words and its variables may hold somebody's hand."""

    def deal(hand):
        raise ValueError(f"nobody can play {hand}")

    def stumble():
        try:
            deal("K2 R3 M")
        except ValueError:
            logs.log.exception("desk_broke", table="GHST")

    [line] = logged(stumble)

    assert line["error"] == "ValueError"
    assert line["at"].count("test_logs.py:") == 2
    assert "K2" not in json.dumps(line)


def test_quiet_levels_are_left_out(logged):
    """Debugging is for developers."""
    assert logged(lambda: logs.log.debug("detail")) == []


@pytest.mark.parametrize("words", ["Invalid UTF-8 bytes in frame", "Exception in ASGI application", "opening handshake failed"])
def test_strangers_do_not_fill_the_log(words):
    """The server's own libraries would write a traceback for each damaged frame."""
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "x", 1, words, None, None)

    assert logs.NoFloods().filter(record) is False
    assert logs.NoFloods().filter(logging.LogRecord("uvicorn.error", logging.ERROR, "x", 1, "out of memory", None, None)) is True
