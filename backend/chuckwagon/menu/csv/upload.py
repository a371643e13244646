"""Reads the multipart form of a menu import."""

from litestar.datastructures import FormMultiDict, UploadFile
from litestar.exceptions import ClientException
from litestar.openapi.spec import OpenAPIType, Schema

from chuckwagon.kit.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.kit.sentences import Sentence
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import form_operation

MULTIPART = "multipart/form-data"
NOT_MULTIPART = Sentence(f"Send the file as {MULTIPART}.", "form_required")
MALFORMED_FORM = Sentence("The form is damaged or incomplete. Please send the file again.", "form_malformed")
FILE_REQUIRED = Sentence("Choose a CSV file.", "csv_required")
IMPORT_OPERATION = form_operation(
    file=Schema(type=OpenAPIType.STRING, content_media_type="text/csv"),
    confirm=Schema(type=OpenAPIType.STRING, enum=["true", "false"]),
)


async def read_menu_form(request: AnyRequest, max_bytes: int) -> tuple[bytes, bool]:
    """Return (bytes of the file, whether the import is confirmed).

    Raises WrongMediaType, TooLarge for a file above `max_bytes`, and InvalidInput for a malformed form or not exactly
    one file.
    """
    if request.content_type[0].lower() != MULTIPART:
        raise WrongMediaType(NOT_MULTIPART)
    form = await _read_parts(request)
    files = [part for part in form.getall("file", []) if isinstance(part, UploadFile)]
    if len(files) != 1:
        raise InvalidInput(FILE_REQUIRED, fields={"file": FILE_REQUIRED})
    raw = await files[0].read()
    if len(raw) > max_bytes:
        kibibytes = max_bytes // 1024
        raise TooLarge(Sentence(f"The file is larger than {kibibytes:,} KiB.", "csv_too_large", kibibytes=kibibytes))
    return raw, form.getall("confirm", []) == ["true"]


async def _read_parts(request: AnyRequest) -> FormMultiDict:
    """Parse the form. Raises InvalidInput, also when the charset that a part names does not fit."""
    try:
        return await request.form()
    except (ClientException, ValueError, LookupError) as error:
        raise InvalidInput(MALFORMED_FORM, fields={"file": MALFORMED_FORM}) from error
