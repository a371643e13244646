"""The upload's form, read as it arrives: the file goes to the disk, only a piece of it to memory."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import IO, Self

from litestar.types import Receive
from multipart import (  # type: ignore[import-untyped]
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from chuckwagon.core.http import AnyRequest
from chuckwagon.uploads.refusals import UploadRefused, UploadTooLarge, UploadWrongType

FOLDERS = ("trucks", "menu-items")
DEFAULT_FOLDER = "menu-items"
MAX_PARTS = 10
MAX_FOLDER_BYTES = 100
OVERHEAD_BYTES = 16 * 1024  # of everything in the form that is not the file

NO_FORM = "send the picture as multipart/form-data"
BROKEN_FORM = "the form is damaged or incomplete"
NO_FILE = "no file was sent"
TWO_FILES = "send one file at a time"
EMPTY_FILE = "the file is empty"
ODD_FOLDER = f"the folder must be {' or '.join(FOLDERS)}"


class UploadForm:
    """The parts of one upload. The file is a nameless one on the disk and gone after the `with` block."""

    def __init__(self, boundary: str, max_file_bytes: int) -> None:
        self._parser = PushMultipartParser(boundary, max_segment_count=MAX_PARTS)
        self.file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self.max_file_bytes = max_file_bytes
        self._part: MultipartSegment | None = None
        self._files = 0
        self._folder = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.file.close()

    def feed(self, piece: bytes) -> None:
        """Take the next bytes of the body. Raises UploadRefused, UploadTooLarge."""
        try:
            for event in self._parser.parse(piece):
                if isinstance(event, MultipartSegment):
                    self._begin(event)
                elif event:
                    self._take(event)
        except MultipartError as error:
            raise UploadRefused(BROKEN_FORM) from error

    def finish(self) -> None:
        """The body has ended. Raises UploadRefused unless the form is whole and has one file."""
        try:
            self._parser.close()
        except MultipartError as error:
            raise UploadRefused(BROKEN_FORM) from error
        if self._files == 0:
            raise UploadRefused(NO_FILE)
        if self.file.tell() == 0:
            raise UploadRefused(EMPTY_FILE)
        if self.folder not in FOLDERS:
            raise UploadRefused(ODD_FOLDER, field="folder")

    @property
    def folder(self) -> str:
        """Where the picture belongs."""
        return self._folder.decode("utf-8", "replace") or DEFAULT_FOLDER

    def _begin(self, part: MultipartSegment) -> None:
        self._part = part
        self._files += part.name == "file"
        if self._files > 1:
            raise UploadRefused(TWO_FILES)

    def _take(self, content: bytes) -> None:
        name = self._part.name if self._part else None
        if name == "file":
            if self.file.tell() + len(content) > self.max_file_bytes:
                raise too_large(self.max_file_bytes)
            self.file.write(content)
        elif name == "folder":
            self._folder += content
            if len(self._folder) > MAX_FOLDER_BYTES:
                raise UploadRefused(ODD_FOLDER, field="folder")


def too_large(max_file_bytes: int) -> UploadTooLarge:
    return UploadTooLarge(f"the file is larger than {max_file_bytes / 1024**2:g} MB")


@asynccontextmanager
async def read_upload(request: AnyRequest, max_file_bytes: int) -> AsyncGenerator[UploadForm, None]:
    """The upload of this request; its file lives as long as the block.

    Raises UploadRefused, UploadTooLarge, UploadWrongType.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != "multipart/form-data":
        raise UploadWrongType(NO_FORM)
    announced = request.headers.get("content-length", "")
    most = max_file_bytes + OVERHEAD_BYTES
    if announced.isdecimal() and (len(announced) > 15 or int(announced) > most):
        raise too_large(max_file_bytes)
    try:
        form = UploadForm(options.get("boundary", ""), max_file_bytes)
    except MultipartError as error:
        raise UploadRefused(BROKEN_FORM) from error
    with form:
        await _receive(form, request.receive, most)
        yield form


async def _receive(form: UploadForm, receive: Receive, most: int) -> None:
    total = 0
    more = True
    while more:
        event = await receive()
        if event["type"] != "http.request":
            raise UploadRefused(BROKEN_FORM)
        piece = event["body"]
        total += len(piece)
        if total > most:
            raise too_large(form.max_file_bytes)
        more = event["more_body"]
        if piece:
            await asyncio.to_thread(form.feed, piece)
    form.finish()
