"""Routes of menu imports, for a truck's staff."""

import asyncio
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports import service
from chuckwagon.menu.imports.files import MAX_FILES, UploadedFile
from chuckwagon.menu.imports.schemas import AnswersRequest, ImportSummary, MenuImport
from chuckwagon.menu.routes import TruckChoice
from chuckwagon.menu.service import choose_truck
from chuckwagon.settings import Settings
from chuckwagon.web.executors import BoundedExecutor
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import form_operation, get, post

MULTIPART = "multipart/form-data"
NOT_MULTIPART = Sentence(f"Send the files as {MULTIPART}.", "form_required")
MALFORMED_FORM = Sentence("The form is damaged or incomplete. Please send the file again.", "form_malformed")
FILES_REQUIRED = Sentence("Choose a file.", "import_files_required")
MAX_WAITING = 20
# Each runs a subprocess of up to ten seconds, so few run at once.
_IMPORTS = BoundedExecutor("menu-import", 2, MAX_WAITING, retry_after_seconds=10)
IMPORT_OPERATION = form_operation(
    required=("files",),
    truckId=Schema(type=OpenAPIType.STRING),
    files=Schema(
        type=OpenAPIType.ARRAY,
        items=Schema(type=OpenAPIType.STRING, content_media_type="application/octet-stream"),
        description="One file, or several of one export: .csv, .tsv, .txt, .xlsx, .xls, .ods or .json.",
    ),
)


async def may_see_import(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard: check access before the body is read, so that its validation errors reach only the truck's staff."""
    db, import_id = connection.app.state.db, connection.path_params["import_id"]
    await asyncio.to_thread(service.require_import_access, db, connection.scope["user"], import_id)


@post(
    "/api/menu-imports",
    summary="Read menu files",
    errors=[400, 401, 403, 404, 413, 415, 429, 503],
    operation_class=IMPORT_OPERATION,
    opt={"max_body_bytes": "max_menu_form_bytes"},
)
async def start_import(
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> MenuImport:
    """Reads the files and says what they would do: nothing is on the menu before `confirm`.

    `questions` wait for answers, `failed` has `problems` that need other files, `preview` can be confirmed. Files that
    cannot be read are an import that failed.
    """
    truck_id, files = await _read_form(request, settings.max_menu_file_bytes)
    chosen = await asyncio.to_thread(service.require_menu, db, actor, truck_id)
    if not files:
        raise InvalidInput(FILES_REQUIRED, fields={"files": FILES_REQUIRED})
    await asyncio.to_thread(service.check_quota, db, settings, actor)
    return await _IMPORTS.call(service.start_import, db, chosen, files, client=actor.user_id)


async def _read_form(request: AnyRequest, max_bytes: int) -> tuple[str | None, list[UploadedFile]]:
    """Return (ID of the truck, files).

    Raises WrongMediaType, TooLarge for more than `max_bytes` together, and InvalidInput for a malformed form.
    """
    if request.content_type[0].lower() != MULTIPART:
        raise WrongMediaType(NOT_MULTIPART)
    try:
        form = await request.form()
    except (ClientException, ValueError, LookupError) as error:
        raise InvalidInput(MALFORMED_FORM, fields={"files": MALFORMED_FORM}) from error
    named = [part for name in ("files", "files[]") for part in form.getall(name, [])]
    uploads = [part for part in named if isinstance(part, UploadFile) and part.filename]
    if len(uploads) > MAX_FILES:
        sentence = Sentence(f"Choose at most {MAX_FILES} files.", "import_too_many_files", max=MAX_FILES)
        raise InvalidInput(sentence, fields={"files": sentence})
    files = [UploadedFile(part.filename, await part.read()) for part in uploads]
    if sum(len(file.content) for file in files) > max_bytes:
        mebibytes = max_bytes // 1024**2
        text = f"The files are larger than {mebibytes} MiB together."
        raise TooLarge(Sentence(text, "import_files_too_large", mebibytes=mebibytes))
    truck_ids = [part for part in form.getall("truckId", []) if isinstance(part, str)]
    return (truck_ids[-1] if truck_ids else None), files


@get("/api/menu-imports", summary="List menu imports", errors=[400, 401, 403, 503])
def list_imports(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckChoice = None
) -> list[ImportSummary]:
    """The imports of the last two days that were confirmed, the newest first. Superadmins name the truck."""
    return service.list_imports(db, choose_truck(actor, truck_id))


@get(
    "/api/menu-imports/{import_id:str}",
    summary="Get a menu import",
    errors=[401, 403, 404, 503],
    guards=[may_see_import],
)
def get_import(actor: NamedDependency[Actor], db: NamedDependency[Database], import_id: FromPath[str]) -> MenuImport:
    """The import as it was last answered. It is there for two days."""
    return service.get_import(db, actor, import_id)


@post(
    "/api/menu-imports/{import_id:str}/answers",
    summary="Answer questions of a menu import",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
    guards=[may_see_import],
    opt={"max_body_bytes": "max_menu_form_bytes"},
)
async def answer_questions(
    data: JSONBody[AnswersRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    import_id: FromPath[str],
) -> MenuImport:
    """Takes any number of answers, and plans again. 409 `import_done` once it is confirmed."""
    return await _IMPORTS.call(service.answer_questions, db, actor, import_id, data.answers, client=actor.user_id)


@post(
    "/api/menu-imports/{import_id:str}/confirm",
    summary="Confirm a menu import",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
    guards=[may_see_import],
)
async def confirm_import(
    actor: NamedDependency[Actor], db: NamedDependency[Database], import_id: FromPath[str]
) -> MenuImport:
    """Puts all of it on the menu, once. 409 `import_not_ready` with the import while something is asked.

    409 `menu_changed` with the import as `menuImport` if the menu has changed so that something has to be asked.
    """
    return await _IMPORTS.call(service.confirm_import, db, actor, import_id, client=actor.user_id)


@post(
    "/api/menu-imports/{import_id:str}/undo",
    summary="Undo a menu import",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
    guards=[may_see_import],
)
async def undo_import(
    actor: NamedDependency[Actor], db: NamedDependency[Database], import_id: FromPath[str]
) -> MenuImport:
    """Takes all of it back, for a day. 409 `import_edited` with the names of `items` that were edited since.

    Orders, counts and sold-out taps are no edits. 409 `import_undo_late` after a day, and after ten later imports.
    """
    return await _IMPORTS.call(service.undo_import, db, actor, import_id, client=actor.user_id)
