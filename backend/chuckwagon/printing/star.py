"""Star CloudPRNT: a printer sends its status and is told of a job, gets it, and deletes it when it has printed it.

Star CloudPRNT Developer Guide, sections "Polling the server", "Print job requests" and "Print job confirmation". Pure.
"""

from contextlib import suppress
from typing import Any
from urllib.parse import unquote_plus

import msgspec
from msgspec import Struct

from chuckwagon.kit.decoding import decode_json
from chuckwagon.printers import models
from chuckwagon.printing.handout import Fetched, prints_images

IMAGE, PLAIN = "image/png", "text/plain"
_ENCODINGS = "Encodings"


class StarStatus(Struct, frozen=True):
    """What a printer says when it asks: its state, None for a trouble of another kind; whether it prints just now.

    `media_types` are those that it can print, None if unsaid.
    """

    state: str | None
    is_busy: bool
    media_types: str | None

    @property
    def can_print(self) -> bool:
        return self.state == models.READY and not self.is_busy


def read_status(body: bytes) -> StarStatus:
    """Read the body of a poll. All fields but the status code may be missing or null; anything else is ignored."""
    sent: Any = None
    with suppress(msgspec.MsgspecError, ValueError):
        sent = decode_json(body, Any)
    if not isinstance(sent, dict):
        sent = {}
    actions = sent.get("clientAction")
    answers = [one for one in actions if isinstance(one, dict)] if isinstance(actions, list) else []
    encodings = [str(one.get("result", "")) for one in answers if one.get("request") == _ENCODINGS]
    return StarStatus(
        read_code(str(sent.get("statusCode") or "200")),
        sent.get("printingInProgress") is True,
        encodings[0] if encodings else None,
    )


def read_code(text: str) -> str | None:
    """The state that a status code such as `410 Out of paper` names; None for another trouble.

    Codes may be encoded as in an address.
    """
    code = unquote_plus(text).strip()
    named = {"2": models.READY, "41": models.PAPER_OUT, "42": models.COVER_OPEN}
    return next((state for start, state in named.items() if code.startswith(start)), None)


def is_success(code: str) -> bool:
    """Whether the code with which a printer deletes a job says that it was printed."""
    text = unquote_plus(code).strip()
    return text.upper() == "OK" or text.startswith("2")


def answer_poll(token: str | None, media_types: str | None) -> dict[str, Any]:
    """The answer to a poll. A printer of which no types are known is asked for them, too.

    It answers in its next poll, and prints then.
    """
    answer: dict[str, Any] = {"jobReady": token is not None}
    if token is not None:
        answer |= {"mediaTypes": [IMAGE if prints_images(media_types) else PLAIN], "jobToken": token}
    if media_types is None:
        answer["clientAction"] = [{"request": _ENCODINGS, "options": ""}]
    return answer


def describe_job(job: Fetched) -> dict[str, str]:
    """The headers of a job: how to cut, whether to open the drawer, and that the image has no grey."""
    return {
        "X-Star-Cut": "partial; feed=true" if job.cuts else "none; feed=false",
        "X-Star-CashDrawer": "start" if job.opens_drawer else "none",
        "X-Star-ImageDitherPattern": "none",
    }
