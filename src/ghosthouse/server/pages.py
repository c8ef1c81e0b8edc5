"""The browser's files: the built pages of `web/`, or one plain page where nothing was built.

All files are read at the start into one table of paths: what is not in it is not served, so no path can lead anywhere else.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from litestar import Response

COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
HOME = "/index.html"


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


def answer(pages: dict[str, Page], path: str, accepts: str, has: str) -> Response[bytes]:
    """Serve a path; paths without a file are places inside the page (`/t/ABCDEF`), which the page itself knows."""
    path = "/" + path.strip("/")
    page = pages.get(path)
    if page is None:
        if "." in path.rsplit("/", 1)[-1] or path.startswith(("/api", "/ws", "/assets")):
            from ghosthouse.table.refusals import Unknown, refuse

            raise refuse(Unknown, "no_page", f"there is nothing at {path[:100]}")
        page = pages[HOME]
    headers = {
        "etag": page.tag,
        "cache-control": "public, max-age=31536000, immutable" if page.forever else "no-cache",
        "vary": "accept-encoding",
    }
    if has == page.tag:
        return Response(b"", status_code=304, headers=headers)
    content = page.content
    if page.small is not None and "gzip" in accepts:
        content = page.small
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=page.kind, headers=headers)
