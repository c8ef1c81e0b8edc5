"""What is printed when the house opens: where it can be reached, and by whom."""

import pytest

from ghosthouse.server import lan
from ghosthouse.server.settings import Settings


@pytest.fixture(autouse=True)
def network(monkeypatch):
    """A machine with an address on its network."""
    monkeypatch.setattr(lan, "own_address", lambda: "192.0.2.7")


def test_a_house_for_one_machine_says_how_phones_come_in():
    """A link to `localhost` leads friends nowhere; whoever starts the house learns it here."""
    said = list(lan.welcome(Settings(port=8000)))

    assert said[0] == "The house is open: http://localhost:8000"
    assert "--lan" in said[1]


def test_a_house_for_the_network_says_its_address():
    """Twice: as text, and as a code for phones to scan."""
    said = list(lan.welcome(Settings(port=8000, lan=True)))

    assert said[1].endswith("http://192.0.2.7:8000")
    assert not any("--lan" in line for line in said)


def test_a_house_with_a_name_of_its_own_says_no_more():
    """Its keeper has seen to it that people come."""
    assert list(lan.welcome(Settings(public_url="https://ghosts.example"))) == ["The house is open: https://ghosts.example"]
