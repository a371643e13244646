"""The form that brings a menu file."""

from dataclasses import dataclass

from litestar.datastructures import FormMultiDict, UploadFile
from litestar.exceptions import ClientException
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from chuckwagon.core.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.core.http import AnyRequest

MULTIPART = "multipart/form-data"
NO_FORM = f"Send the file as {MULTIPART}."
BROKEN_FORM = "The form is damaged or incomplete. Please send the file again."
NO_FILE = "Choose a CSV file."
FORM = Schema(
    type=OpenAPIType.OBJECT,
    required=["file"],
    properties={
        "file": Schema(type=OpenAPIType.STRING, content_media_type="text/csv"),
        "confirm": Schema(type=OpenAPIType.STRING, enum=["true", "false"]),
    },
)


@dataclass
class TakesMenuFile(Operation):
    """Describes the form, which is read by hand because its size is judged first."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody({MULTIPART: OpenAPIMediaType(FORM)}, required=True)


async def read_menu_form(request: AnyRequest, most_bytes: int) -> tuple[bytes, bool]:
    """The bytes of the file and whether it is to be written.

    Raises WrongMediaType, TooLarge, InvalidInput.
    """
    if request.content_type[0].lower() != MULTIPART:
        raise WrongMediaType(NO_FORM)
    await request.body()
    form = await _read_parts(request)
    files = [part for part in form.getall("file", []) if isinstance(part, UploadFile)]
    if len(files) != 1:
        raise InvalidInput(NO_FILE, fields={"file": NO_FILE})
    raw = await files[0].read()
    if len(raw) > most_bytes:
        raise TooLarge(f"The file is larger than {most_bytes // 1024:,} KiB.")
    return raw, form.getall("confirm", []) == ["true"]


async def _read_parts(request: AnyRequest) -> FormMultiDict:
    """The framework lets a part name the encoding of its text, and fails on one that does not fit."""
    try:
        return await request.form()
    except (ClientException, ValueError, LookupError) as error:
        raise InvalidInput(BROKEN_FORM, fields={"file": BROKEN_FORM}) from error
