"""Reads the multipart form of a menu import."""

import msgspec
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.exceptions import ClientException
from litestar.openapi.spec import OpenAPIType, Schema

from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.schemas import ImportChoice
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import form_operation

MULTIPART = "multipart/form-data"
NOT_MULTIPART = Sentence(f"Send the file as {MULTIPART}.", "form_required")
MALFORMED_FORM = Sentence("The form is damaged or incomplete. Please send the file again.", "form_malformed")
CHOICES_INVALID = Sentence('Send the choices as JSON, such as {"3": "change"}.', "import_choices_invalid")
FILE_REQUIRED = Sentence("Choose a CSV file.", "csv_required")
IMPORT_OPERATION = form_operation(
    file=Schema(type=OpenAPIType.STRING, content_media_type="text/csv"),
    confirm=Schema(type=OpenAPIType.STRING, enum=["true", "false"]),
    choices=Schema(
        type=OpenAPIType.STRING,
        description='JSON: "change" or "add" by the row of each question, such as {"3": "change"}.',
    ),
)


async def read_menu_form(request: AnyRequest, max_bytes: int) -> tuple[bytes, dict[int, ImportChoice], bool]:
    """Return (bytes of the file, choices by row, whether the import is confirmed).

    Raises WrongMediaType, TooLarge for a file above `max_bytes`, and InvalidInput for a malformed form, malformed
    choices, or not exactly one file.
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
    return raw, _read_choices(form), form.getall("confirm", []) == ["true"]


def _read_choices(form: FormMultiDict) -> dict[int, ImportChoice]:
    sent = form.getall("choices", [])
    if not sent:
        return {}
    try:
        return decode_json(sent[-1], dict[int, ImportChoice])
    except (msgspec.MsgspecError, TypeError) as error:
        raise InvalidInput(CHOICES_INVALID, fields={"choices": CHOICES_INVALID}) from error


async def _read_parts(request: AnyRequest) -> FormMultiDict:
    """Parse the form. Raises InvalidInput, also when the charset that a part names does not fit."""
    try:
        return await request.form()
    except (ClientException, ValueError, LookupError) as error:
        raise InvalidInput(MALFORMED_FORM, fields={"file": MALFORMED_FORM}) from error
