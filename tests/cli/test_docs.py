"""The reference page knows every command and every option, and no other."""

import re
from pathlib import Path

import typer

from ghosthouse.cli.front import app

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text("utf-8")
SHARED = {"--help", "--version"}


def commands(group=None, prefix="ghosthouse"):
    """Yields every command with its full name."""
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix} {name}")
        else:
            yield f"{prefix} {name}", command


def sections():
    """The sections of the page by command."""
    found = re.findall(r"^## `(ghosthouse [a-z ]+?)(?: [A-Z\[][^`\n]*)?`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return {name.strip(): text for name, text in found}


def test_every_command_has_its_section():
    """And no section is about a command that is gone."""
    assert set(sections()) == {name for name, _ in commands()}


def test_every_option_stands_in_its_section():
    """By its long name."""
    for name, command in commands():
        options = {word for parameter in command.params for word in parameter.opts if word.startswith("--")}
        told = set(re.findall(r"`(--[a-z-]+)", sections()[name]))
        assert options - SHARED == told - SHARED, name
