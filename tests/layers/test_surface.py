"""The public surface: every package says in `__all__` what it offers, and offers it."""

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"


def surface(front_page: Path) -> list[str] | None:
    """Returns the names in a package's `__all__` as written, or None where none is written out."""
    for node in ast.parse(front_page.read_text(encoding="utf-8")).body:
        match node:
            case (
                ast.Assign(targets=[ast.Name("__all__")], value=value) | ast.AnnAssign(target=ast.Name("__all__"), value=value)
            ) if isinstance(value, ast.List | ast.Tuple):
                return [name.value for name in value.elts if isinstance(name, ast.Constant)]
    return None


def front_pages(source: Path) -> list[Path]:
    """Returns the `__init__.py` of each package, without the tests inside game folders."""
    return [path for path in sorted(source.rglob("__init__.py")) if "tests" not in path.parts]


@pytest.mark.parametrize("front_page", front_pages(SOURCE), ids=lambda path: ".".join(path.relative_to(SOURCE).parts))
def test_a_package_offers_what_it_says(front_page):
    """An underscore or a missing mention means "not for you"; what is mentioned is there."""
    names = surface(front_page)
    assert names is not None, f"{front_page.relative_to(SOURCE)} needs an explicit __all__, if only an empty one"
    assert len(names) == len(set(names))

    package = importlib.import_module(".".join(front_page.parent.relative_to(SOURCE).parts))

    assert [name for name in names if not hasattr(package, name)] == []


def test_a_front_page_without_surface_is_noticed(tmp_path):
    """The reader of `__all__` tells none from an empty one."""
    (tmp_path / "none.py").write_text("from os import path")
    (tmp_path / "empty.py").write_text("__all__: list[str] = []")
    (tmp_path / "one.py").write_text('__all__ = ["path"]')

    assert surface(tmp_path / "none.py") is None
    assert surface(tmp_path / "empty.py") == []
    assert surface(tmp_path / "one.py") == ["path"]
