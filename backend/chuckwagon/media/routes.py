"""The address that takes pictures. Its form is read piece by piece, which the framework would not do."""

import asyncio
from dataclasses import dataclass

from litestar import post
from litestar.di import NamedDependency
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.http import AnyRequest, errors
from chuckwagon.core.threads import UPLOADS
from chuckwagon.gateways.file_store import file_store
from chuckwagon.settings import Settings
from chuckwagon.uploads import schemas, service
from chuckwagon.uploads.form import FOLDERS, read_upload
from chuckwagon.uploads.turns import picture_call

FORM = Schema(
    type=OpenAPIType.OBJECT,
    required=["file"],
    properties={
        "file": Schema(type=OpenAPIType.STRING, content_media_type="application/octet-stream"),
        "folder": Schema(type=OpenAPIType.STRING, enum=list(FOLDERS)),
    },
)


@dataclass
class TakesForm(Operation):
    """Describes the form that the framework does not see."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody({"multipart/form-data": OpenAPIMediaType(FORM)}, required=True)


@post(
    "/api/upload",
    summary="Store a picture",
    security=BEARER,
    operation_class=TakesForm,
    responses=errors(400, 401, 403, 413, 415, 429, 503),
)
async def upload(
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.PictureAnswer:
    """JPEG, PNG, WebP or HEIC of at most 10 MiB and 40 megapixels, kept as WebP in up to three widths."""
    async with read_upload(request, settings.max_upload_bytes) as form:
        await asyncio.to_thread(service.admit, db, settings, actor)
        variants = await picture_call(settings.processes, service.draw, form.file)
    return await UPLOADS.call(service.keep, db, file_store(settings), actor, form.folder, variants)


routes = [upload]
