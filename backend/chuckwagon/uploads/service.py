"""Pictures of trucks and dishes: drawn anew, stored, and known again by their address.

No byte, name or note of what was uploaded reaches the store. Files are written before the row: a crash in
between leaves files that nobody refers to, and never a picture without its files.
"""

import hashlib
import re
from typing import IO

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core import audit, clock, limits
from chuckwagon.core.db import Database, insert_if_absent
from chuckwagon.gateways.file_store import FileStore
from chuckwagon.settings import Settings
from chuckwagon.uploads.models import Picture
from chuckwagon.uploads.picture_process import draw_apart
from chuckwagon.uploads.refusals import UploadRefused, UploadTooLarge
from chuckwagon.uploads.schemas import PictureAnswer, VariantAnswer
from chuckwagon.uploads.variants import Declined, Variant, widths_up_to

HOUR = 3600
NAME_LETTERS = 32
UPLOADED = "picture.uploaded"

_ADDRESS = re.compile(r"(/uploads/[a-z0-9-]+/[a-z0-9-]+)-([0-9]{1,4})\.webp")


def is_own_picture(session: Session, url: str) -> bool:
    """Whether an upload (or the demo) gave this address, for the largest variant or a smaller one."""
    found = _ADDRESS.fullmatch(url)
    picture = session.get(Picture, found.group(1)) if found else None
    return picture is not None and found is not None and int(found.group(2)) in widths_up_to(picture.width)


def admit(db: Database, settings: Settings, actor: Actor) -> None:
    """Count one upload of the actor's. Raises NotAllowed, TooManyRequests."""
    require(actor, Action.UPLOAD_PICTURE, actor.truck_id)
    key, limit = f"upload:{actor.user_id}", settings.limit_uploads_per_user
    db.write(lambda session: limits.count(session, key, limit=limit, seconds=HOUR))


def draw(file: IO[bytes]) -> list[Variant]:
    """The picture in its widths, the largest last. Raises UploadRefused, UploadTooLarge."""
    drawn = draw_apart(file)
    if isinstance(drawn, Declined):
        raise (UploadTooLarge if drawn.is_too_large else UploadRefused)(drawn.reason)
    return drawn.variants


def keep(db: Database, store: FileStore, actor: Actor, folder: str, variants: list[Variant]) -> PictureAnswer:
    """Store the widths under a name made from what is in them, so that the same picture is kept once.

    Raises StoreUnavailable, and then nothing refers to what was stored so far.
    """
    name = _name(variants)
    for variant in variants:
        store.put(f"{folder}/{name}-{variant.width}.webp", variant.content)
    largest = variants[-1]
    stem = f"/uploads/{folder}/{name}"
    row = {"stem": stem, "width": largest.width, "height": largest.height}
    noted = {"uploaded_by": actor.user_id, "created_at": clock.now()}

    def store_row(session: Session) -> None:
        insert_if_absent(session, Picture, row | noted)
        size = {"width": largest.width, "height": largest.height}
        audit.record(session, actor.author, UPLOADED, stem, truck_id=actor.truck_id, details=size)

    db.write(store_row)
    listed = [VariantAnswer(f"{stem}-{variant.width}.webp", variant.width) for variant in variants]
    return PictureAnswer(listed[-1].url, largest.width, largest.height, listed)


def _name(variants: list[Variant]) -> str:
    content = hashlib.sha256()
    for variant in variants:
        content.update(variant.content)
    return content.hexdigest()[:NAME_LETTERS]
