"""The form that brings a menu file."""

from dataclasses import dataclass

from litestar.datastructures import UploadFile
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from chuckwagon.core.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.core.http import AnyRequest

MULTIPART = "multipart/form-data"
NO_FORM = f"Send the file as {MULTIPART}."
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
    form = await request.form()
    files = [part for part in form.getall("file", []) if isinstance(part, UploadFile)]
    if len(files) != 1:
        raise InvalidInput(NO_FILE, fields={"file": NO_FILE})
    raw = await files[0].read()
    if len(raw) > most_bytes:
        raise TooLarge(f"The file is larger than {most_bytes // 1024:,} KiB.")
    return raw, form.getall("confirm", []) == ["true"]
