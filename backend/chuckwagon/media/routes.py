"""Upload route. It reads its form itself, because Litestar would not stream it."""

import asyncio
import os

from litestar.di import NamedDependency
from litestar.openapi.spec import OpenAPIType, Schema

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.media import schemas, service
from chuckwagon.media.multipart import FOLDERS, read_upload
from chuckwagon.settings import Settings
from chuckwagon.web.executors import UPLOADS, BoundedExecutor
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import form_operation, post

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
) -> schemas.PictureAnswer:
    """Takes an image and stores WebP in up to three widths.

    JPEG, PNG, WebP or HEIC of at most 10 MiB and 40 megapixels, or 52 as JPEG or HEIC.
    """
    async with read_upload(request, settings.max_upload_bytes) as form:
        await asyncio.to_thread(service.check_quota, db, settings, actor)
        variants = await _IMAGES.call(service.process_upload, form.file)
    return await UPLOADS.call(service.store_image, db, settings, actor, form.folder, variants)
