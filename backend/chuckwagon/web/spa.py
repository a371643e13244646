"""The built screens as files."""

import threading
from pathlib import Path
from wsgiref.headers import Headers

from litestar.types import Message, Receive, Scope, Send
from servestatic import ServeStaticASGI
from servestatic.asgi import FileServerASGI

from chuckwagon.core.answers import answer_text

# Nobody should find the staff's area or the developer tools by searching.
UNLISTED = frozenset({"admin", "api-test", "menu-test"})

# Not every machine's own list has it.
TYPES = {".webmanifest": "application/manifest+json"}

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The screens are not built yet</title>
<h1>The screens are not built yet</h1>
<p>The server is running, but the files of its screens are missing.
Run <code>make assets</code>, then reload.</p>
</html>
"""


class Screens:
    """The single-page application: its files, and `index.html` for every address that is not a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: ServeStaticASGI | None = None
        self._loading = threading.Lock()
        self._load()

    def _load(self) -> ServeStaticASGI | None:
        """Read the list of files once the build is there; a build that appears later is found by a reload."""
        with self._loading:
            if self._files is None and (self._folder / "index.html").is_file():
                self._files = ServeStaticASGI(
                    None, root=self._folder, max_age=None, allow_all_origins=False,
                    immutable_file_test="^/assets/", add_headers_function=_ask_each_time, mimetypes=TYPES,
                )  # fmt: skip
        return self._files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD for any path outside the API."""
        files = self._load()
        if files is None:
            await answer_text(send, 503, NOT_BUILT, headers={"Retry-After": "5"})
            return
        path = scope["path"]
        last = path.rsplit("/", 1)[-1]
        found = files.files.get(path) or (None if "." in last else files.files["/index.html"])
        if found is None:
            await answer_text(send, 404, "Nothing was found here.", media_type="text/plain")
            return
        await FileServerASGI(found)(scope, receive, _with_headers(send, _private_headers(path)))


def _private_headers(path: str) -> list[tuple[bytes, bytes]]:
    """Search engines are asked to leave it out, also those that run no scripts; an address that is a secret
    of its own is told to no other site.
    """
    parts = path.strip("/").split("/")
    is_secret = len(parts) > 2 and parts[-2] == "order"
    headers = [(b"x-robots-tag", b"noindex")] if is_secret or parts[0] in UNLISTED else []
    return [*headers, (b"referrer-policy", b"no-referrer")] if is_secret else headers


def _with_headers(send: Send, more: list[tuple[bytes, bytes]]) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return send_with_headers


def _ask_each_time(headers: Headers, _path: str, url: str) -> None:
    if not url.startswith("/assets/"):
        headers["Cache-Control"] = "no-cache"
