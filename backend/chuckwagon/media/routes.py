"""The upload route, and the streaming parser of its form: the file is written to disk while it arrives.

The route reads its form itself, because Litestar would not stream it.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import IO, Self

from litestar.di import NamedDependency
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.types import Receive
from multipart import (  # type: ignore[import-untyped]
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.kit.sentences import Sentence
from chuckwagon.media import service
from chuckwagon.media.service import UploadNotMultipart, UploadRefused, UploadTooLarge
from chuckwagon.settings import Settings
from chuckwagon.web.executors import UPLOADS, BoundedExecutor
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import form_operation, post

FOLDERS = ("trucks", "menu-items")
DEFAULT_FOLDER = "menu-items"
MAX_PARTS = 10
MAX_FOLDER_BYTES = 100
MAX_OVERHEAD_BYTES = 16 * 1024  # everything in the form except the file
NOT_A_FORM = Sentence("send the picture as multipart/form-data", "form_required")
BROKEN_FORM = Sentence("the form is damaged or incomplete", "form_malformed")
NO_FILE = Sentence("no file was sent", "upload_without_file")
SEVERAL_FILES = Sentence("send one file at a time", "upload_several_files")
EMPTY_FILE = Sentence("the file is empty", "upload_empty")
UNKNOWN_FOLDER = Sentence(f"the folder must be {' or '.join(FOLDERS)}", "upload_folder_unknown")


class UploadForm:
    """Parts of one upload. The file is an anonymous temporary file, deleted after the `with` block."""

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

    def feed(self, chunk: bytes) -> None:
        """Parse the next bytes of the body. Raises UploadRefused, UploadTooLarge."""
        try:
            for event in self._parser.parse(chunk):
                if isinstance(event, MultipartSegment):
                    self._start_part(event)
                elif event:
                    self._add_content(event)
        except MultipartError as error:
            raise UploadRefused(BROKEN_FORM) from error

    def finish(self) -> None:
        """End the body. Raises UploadRefused unless the form is complete and contains one file."""
        try:
            self._parser.close()
        except MultipartError as error:
            raise UploadRefused(BROKEN_FORM) from error
        if self._files == 0:
            raise UploadRefused(NO_FILE)
        if self.file.tell() == 0:
            raise UploadRefused(EMPTY_FILE)
        if self.folder not in FOLDERS:
            raise UploadRefused(UNKNOWN_FOLDER, field="folder")

    @property
    def folder(self) -> str:
        """The name of the target folder as it was sent, not checked yet; the default one where none was sent."""
        return self._folder.decode("utf-8", "replace") or DEFAULT_FOLDER

    def _start_part(self, part: MultipartSegment) -> None:
        self._part = part
        self._files += part.name == "file"
        if self._files > 1:
            raise UploadRefused(SEVERAL_FILES)

    def _add_content(self, content: bytes) -> None:
        name = self._part.name if self._part else None
        if name == "file":
            if self.file.tell() + len(content) > self.max_file_bytes:
                raise too_large(self.max_file_bytes)
            self.file.write(content)
        elif name == "folder":
            self._folder += content
            if len(self._folder) > MAX_FOLDER_BYTES:
                raise UploadRefused(UNKNOWN_FOLDER, field="folder")


def too_large(max_file_bytes: int) -> UploadTooLarge:
    """Build the error for a file of more than `max_file_bytes`."""
    megabytes = max_file_bytes / 1024**2
    text = f"the file is larger than {megabytes:g} MB"
    return UploadTooLarge(Sentence(text, "upload_file_too_large", megabytes=megabytes))


@asynccontextmanager
async def read_upload(request: AnyRequest, max_file_bytes: int) -> AsyncGenerator[UploadForm, None]:
    """Read the upload form of the request. Its file is deleted after the block.

    Raises UploadNotMultipart for another content type, UploadTooLarge, and UploadRefused for a damaged or incomplete
    form.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != "multipart/form-data":
        raise UploadNotMultipart(NOT_A_FORM)
    content_length = request.headers.get("content-length", "")
    max_bytes = max_file_bytes + MAX_OVERHEAD_BYTES
    if content_length.isdecimal() and (len(content_length) > 15 or int(content_length) > max_bytes):
        raise too_large(max_file_bytes)
    try:
        form = UploadForm(options.get("boundary", ""), max_file_bytes)
    except MultipartError as error:
        raise UploadRefused(BROKEN_FORM) from error
    with form:
        await _receive(form, request.receive, max_bytes)
        yield form


async def _receive(form: UploadForm, receive: Receive, max_bytes: int) -> None:
    total = 0
    more = True
    while more:
        event = await receive()
        if event["type"] != "http.request":
            raise UploadRefused(BROKEN_FORM)
        chunk = event["body"]
        total += len(chunk)
        if total > max_bytes:
            raise too_large(form.max_file_bytes)
        more = event["more_body"]
        if chunk:
            await asyncio.to_thread(form.feed, chunk)
    form.finish()


MAX_WAITING = 60  # each waits with a file on the disk and nothing else
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
# One image for each core that this process may use, however many are sent.
_IMAGES = BoundedExecutor("image", CORES, MAX_WAITING, retry_after_seconds=30)
UPLOAD_OPERATION = form_operation(
    file=Schema(type=OpenAPIType.STRING, content_media_type="application/octet-stream"),
    folder=Schema(type=OpenAPIType.STRING, enum=list(FOLDERS)),
)


@post(
    "/api/upload",
    summary="Upload an image",
    errors=[400, 401, 403, 413, 415, 429, 503],
    operation_class=UPLOAD_OPERATION,
    headers=(),
)
async def upload(
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> service.PictureAnswer:
    """Takes an image and stores WebP in up to three widths.

    JPEG, PNG, WebP or HEIC of at most 10 MiB and 40 megapixels, or 52 as JPEG or HEIC.
    """
    async with read_upload(request, settings.max_upload_bytes) as form:
        await asyncio.to_thread(service.check_quota, db, settings, actor)
        variants = await _IMAGES.call(service.process_upload, form.file)
    return await UPLOADS.call(service.store_image, db, settings, actor, form.folder, variants)
