"""Uploads of truck and menu item images: quota, processing, storage, and the errors with the front end's sentences.

No byte, name or metadata of the uploaded file reaches the store. Files are written before the row: a crash in between
leaves unreferenced files, but never an image without its files.

Each image is processed in a limited subprocess (`kit/limited_process.py`), which isolates the decoders' memory and
crashes.

Why: docs/decisions/0016-pictures.md
"""

import hashlib
import re
from typing import IO

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.audit.log import record
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Unavailable
from chuckwagon.kit.limited_process import ProcessEnded, ProcessFailed, run_limited
from chuckwagon.kit.sentences import Sentence
from chuckwagon.media.models import StoredImage
from chuckwagon.media.variants import (
    IMAGE_REASONS,
    NOT_AN_IMAGE,
    TOO_EXPENSIVE,
    ProcessedImage,
    RejectedImage,
    Variant,
    widths_up_to,
)
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings


class UploadRefused(AppError):
    """The form or the image cannot be used. `reason` follows 'Upload failed: '."""

    code = "upload_failed"

    def __init__(self, reason: Sentence, *, field: str = "file") -> None:
        sentence = Sentence(f"Upload failed: {reason}.", reason.reason, **reason.params)
        super().__init__(sentence, fields={field: sentence})


class UploadTooLarge(UploadRefused):
    """The file, or the number of its pixels, exceeds a limit."""

    status = 413
    code = "upload_too_large"


class UploadNotMultipart(UploadRefused):
    """The request is not a multipart form."""

    status = 415
    code = "wrong_media_type"


class VariantAnswer(msgspec.Struct):
    """One width of the picture."""

    url: str
    width: int


class PictureAnswer(msgspec.Struct):
    """The picture by its largest variant, which is what `imageUrl` takes."""

    url: str
    width: int
    height: int
    variants: list[VariantAnswer]


HOUR_SECONDS = 3600
NAME_LENGTH = 32
UPLOADED = "picture.uploaded"
PROGRAM = "from chuckwagon.media.image_processing import main; main()"
TIMEOUT_SECONDS = 120.0
_ANSWER: msgspec.msgpack.Decoder[ProcessedImage | RejectedImage] = msgspec.msgpack.Decoder(
    ProcessedImage | RejectedImage
)
_IMAGE_URL = re.compile(r"(/uploads/[a-z0-9-]+/[a-z0-9-]+)-([0-9]{1,4})\.webp")


def is_uploaded_image(session: Session, url: str) -> bool:
    """Whether the URL names a variant of an image that was uploaded or belongs to the demo."""
    found = _IMAGE_URL.fullmatch(url)
    image = session.get(StoredImage, found.group(1)) if found else None
    return image is not None and found is not None and int(found.group(2)) in widths_up_to(image.width)


def check_quota(db: Database, settings: Settings, actor: Actor) -> None:
    """Check the permission, and count one upload of the actor in a transaction of its own.

    Raises NotAllowed, TooManyRequests.
    """
    authorize(actor, Action.UPLOAD_IMAGE, actor.truck_id)
    key, limit = f"upload:{actor.user_id}", settings.limit_uploads_per_user
    db.write(lambda session: rate_limits.consume(session, key, limit=limit, seconds=HOUR_SECONDS))


def process_upload(file: IO[bytes]) -> list[Variant]:
    """Convert the image to its widths, the largest last. Raises UploadRefused, UploadTooLarge."""
    result = process_in_subprocess(file)
    if isinstance(result, RejectedImage):
        refusal = UploadTooLarge if result.is_too_large else UploadRefused
        raise refusal(Sentence(result.reason, IMAGE_REASONS[result.reason]))
    return result.variants


def process_in_subprocess(file: IO[bytes]) -> ProcessedImage | RejectedImage:
    """Process the image in a subprocess. A crash or timeout is a rejection.

    Raises Unavailable if the subprocess cannot run.
    """
    file.seek(0)
    try:
        return _ANSWER.decode(run_limited(PROGRAM, file, TIMEOUT_SECONDS))
    except ProcessEnded as ended:
        log.warning("picture_process_ended", cause=ended.cause)
        return RejectedImage(TOO_EXPENSIVE if ended.is_limit else NOT_AN_IMAGE, is_too_large=ended.is_limit)
    except ProcessFailed as error:
        log.exception("picture_process_failed", words=str(error))
        raise Unavailable from error


def store_image(db: Database, settings: Settings, actor: Actor, folder: str, variants: list[Variant]) -> PictureAnswer:
    """Store the variants under a name derived from their content, so that the same image is stored once.

    The row and the audit event follow in one transaction. Raises StoreUnavailable; files stored until then are not
    referenced.
    """
    from chuckwagon.integrations.storage import file_store  # 4 MiB of memory, which only an upload needs

    name, store = _hash_content(variants), file_store(settings)
    for variant in variants:
        store.put(f"{folder}/{name}-{variant.width}.webp", variant.content)
    largest = variants[-1]
    stem = f"/uploads/{folder}/{name}"
    row = {"stem": stem, "width": largest.width, "height": largest.height}
    origin = {"uploaded_by": actor.user_id, "created_at": clock.now()}

    def store_row(session: Session) -> None:
        insert_if_absent(session, StoredImage, row | origin)
        size = {"width": largest.width, "height": largest.height}
        record(session, actor.author, UPLOADED, stem, truck_id=actor.truck_id, details=size)

    db.write(store_row)
    listed = [VariantAnswer(f"{stem}-{variant.width}.webp", variant.width) for variant in variants]
    return PictureAnswer(listed[-1].url, largest.width, largest.height, listed)


def _hash_content(variants: list[Variant]) -> str:
    content = hashlib.sha256()
    for variant in variants:
        content.update(variant.content)
    return content.hexdigest()[:NAME_LENGTH]
