"""The browser's files: the built pages of `web/`, or one plain page where nothing was built.

All files are read at the start into one table of paths: what is not in it is not served, so no path can lead anywhere else.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from litestar import Response

COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
HOME = "/index.html"
FIRST = "/.vite/first.json"  # which files a page needs first, by the beginning of its address and by language; the build writes it

Openings = dict[tuple[str, str], "Page"]  # the home page by the beginning of an address and by language


@dataclass(frozen=True)
class Page:
    """A file as it is served."""

    content: bytes
    small: bytes | None
    kind: str
    tag: str
    forever: bool


def find_folder(chosen: str) -> Path | None:
    """The folder of the built pages: the chosen one, the one in the package, or that of a checkout; None if nothing was built."""
    here = Path(str(resources.files("ghosthouse")))
    for folder in (Path(chosen),) if chosen else (here / "web", here.parents[1] / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    return None


def read_pages(chosen: str = "") -> dict[str, Page]:
    """Read all pages."""
    folder = find_folder(chosen)
    if folder is None:
        folder = Path(str(resources.files(__package__ or ""))) / "plain"
    return {
        "/" + path.relative_to(folder).as_posix(): make_page(path.name, path.read_bytes(), "/assets/" in path.as_posix())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def make_page(name: str, content: bytes, forever: bool) -> Page:
    """Prepare a file for being served; `forever`: its name changes with its content."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}.get(
        Path(name).suffix, kind
    )
    small = gzip.compress(content, 6) if kind.startswith(COMPRESSED) and len(content) > 500 else None
    return Page(content, small, kind, '"' + hashlib.sha256(content).hexdigest()[:24] + '"', forever)


def make_openings(pages: dict[str, Page], told: Mapping[str, bytes]) -> Openings:
    """Make the home pages that carry what the house tells anyway (`told`: JSON by language), and ask for their first files at once.

    On a slow line each question costs half a second: the first game is on the screen after two of them, not after five.
    """
    home = pages[HOME].content.decode()
    if FIRST not in pages:
        return {}
    first: dict[str, dict[str, list[str]]] = json.loads(pages[FIRST].content)
    made = {}
    for language, text in told.items():
        data = text.decode().replace("<", "\\u003c")  # nothing that is told may end the element that carries it
        block = f'<script type="application/json" id="told">{data}</script>'
        for start, files in {**first, "": {}}.items():
            links = "".join(_link(file) for file in files.get(language, ()) if f'"{file}"' not in home)
            page = home.replace("</head>", f"{links}{block}</head>", 1)
            made[start, language] = make_page(HOME, page.encode(), forever=False)
    return made


def _link(file: str) -> str:
    kind = "stylesheet" if file.endswith(".css") else "modulepreload"
    return f'<link rel="{kind}" crossorigin href="{file}">'


def _opening(openings: Openings, path: str, speaks: str) -> Page | None:
    """The home page for an address, in the first language that the browser asks for and the house speaks."""
    languages = [language for start, language in openings if not start]
    asked = (tag.strip()[:2].lower() for tag in speaks.split(","))
    language = next((tag for tag in asked if tag in languages), languages[0] if languages else "")
    starts = (start for start, one in openings if one == language and (path == start or (start != "/" and path.startswith(start))))
    return openings.get((max(starts, key=len, default=""), language))


def answer(
    pages: dict[str, Page], path: str, accepts: str, has: str, *, openings: Openings | None = None, speaks: str = ""
) -> Response[bytes]:
    """Serve a path; paths without a file are places inside the page (`/t/ABCDEF`), which the page itself knows."""
    path = "/" + path.strip("/")
    page, vary = pages.get(path), "accept-encoding"
    if page is None:
        if "." in path.rsplit("/", 1)[-1] or path.startswith(("/api", "/ws", "/assets")):
            from ghosthouse.table.refusals import Unknown, refuse

            raise refuse(Unknown, "no_page", f"there is nothing at {path[:100]}")
        opening = _opening(openings or {}, path, speaks)
        page, vary = (opening, "accept-encoding, accept-language") if opening else (pages[HOME], vary)
    headers = {
        "etag": page.tag,
        "cache-control": "public, max-age=31536000, immutable" if page.forever else "no-cache",
        "vary": vary,
    }
    if has == page.tag:
        return Response(b"", status_code=304, headers=headers)
    content = page.content
    if page.small is not None and "gzip" in accepts:
        content = page.small
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=page.kind, headers=headers)
