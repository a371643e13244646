"""Epson Server Direct Print: a printer posts a form, gets XML to print, and posts what became of it. Pure.

Server Direct Print User's Manual, chapters "Request and Response" and "Status Notification". A document has one image
for each few hundred rows, because a printer takes no larger ones in one piece.
"""

import base64
import re
from urllib.parse import parse_qs
from xml.sax.saxutils import quoteattr

from msgspec import Struct

from chuckwagon.printers import models
from chuckwagon.printing.drawing import read_raster
from chuckwagon.printing.handout import Fetched, Poll

ROWS_PER_IMAGE = 800
PRINT_SECONDS = 25  # of one job, so that the printer tells of a failure before the job is offered again
TELLS_STATUS = "status"  # in `media_types` of a printer that notifies of its status
XML_TYPE = "text/xml"  # with `charset=utf-8`, which is added to it
COVER_BIT, PAPER_BIT, NO_ANSWER_BIT = 0x20, 0x80000, 0x1  # of the automatic status
_NAMESPACE = "http://www.epson-pos.com/schemas/2011/03/epos-print"
_JOB_ID = re.compile(r"<printjobid>\s*([\w.-]{1,30})\s*</printjobid>")
_RESPONSE = re.compile(r"<response\b([^>]*)>")
_STATUS = re.compile(r"<printerstatus\b([^>]*)>")
_ATTRIBUTE = re.compile(r"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_STATES = {
    "EPTR_REC_EMPTY": models.PAPER_OUT,
    "EPTR_COVER_OPEN": models.COVER_OPEN,
}


class EpsonRequest(Struct, frozen=True):
    """The form that a printer posts: what it wants, and the XML that comes with it."""

    kind: str
    xml: str


class EpsonResult(Struct, frozen=True):
    """What became of a job: its ID, empty where the printer names none; None or the reason; its state, if said."""

    job_id: str
    failure: str | None
    state: str | None


def read_request(body: bytes) -> EpsonRequest:
    """Read the form. Anything that is none asks for nothing."""
    try:
        form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=20)
    except ValueError:  # too many fields
        form = {}
    first = {name: values[0] for name, values in form.items()}
    return EpsonRequest(first.get("ConnectionType", ""), first.get("ResponseFile") or first.get("Status") or "")


def is_stopped(asked: Poll) -> bool:
    """Whether the printer has said that it cannot print, and will say when it can.

    One that does not notify gets its job again after a while, because nothing else tells that there is paper.
    """
    return asked.media_types == TELLS_STATUS and asked.state in (models.PAPER_OUT, models.COVER_OPEN)


def read_results(xml: str) -> list[EpsonResult]:
    """The results in a response file, in its sequence.

    The few fields are taken out of the text, because no parser is needed for them, and none can be attacked then.
    """
    pieces = re.split(r"<ePOSPrint\b[^>]*>", xml)
    results = [_read_result(piece) for piece in (pieces[1:] or pieces)]
    return [result for result in results if result is not None]


def _read_result(piece: str) -> EpsonResult | None:
    found = _RESPONSE.search(piece)
    if found is None:
        return None
    known = _read_attributes(found[1])
    job = _JOB_ID.search(piece)
    is_printed, code = known.get("success", "").lower() in ("true", "1"), known.get("code", "")
    state = models.READY if is_printed else _STATES.get(code)
    return EpsonResult(job[1] if job else "", None if is_printed else code or "not printed", state)


def read_state(xml: str) -> str | None:
    """The state in a status notification; None if it names none. The printer itself is `local_printer`."""
    found = [_read_attributes(match[1]) for match in _STATUS.finditer(xml)]
    own = [one for one in found if one.get("devicename") == "local_printer"] or found
    if not own:
        return None
    try:
        status = int(own[0].get("asbstatus", ""), 16)
    except ValueError:
        return None
    if status & NO_ANSWER_BIT:
        return None
    if status & PAPER_BIT:
        return models.PAPER_OUT
    return models.COVER_OPEN if status & COVER_BIT else models.READY


def _read_attributes(text: str) -> dict[str, str]:
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(text)}


def format_job(job: Fetched) -> bytes:
    """The answer to a request for work: one job with its ID."""
    width, height, raster = read_raster(job.png)
    line = width // 8
    images = []
    for row in range(0, height if job.cuts else 0, ROWS_PER_IMAGE):
        rows = min(ROWS_PER_IMAGE, height - row)
        data = base64.b64encode(raster[row * line : (row + rows) * line]).decode()
        images.append(f'<image width="{width}" height="{rows}" color="color_1" mode="mono">{data}</image>')
    kick = '<pulse drawer="drawer_1" time="pulse_100"/>' if job.opens_drawer else ""
    cut = '<cut type="feed"/>' if job.cuts else ""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter>'
        f"<devid>local_printer</devid><timeout>{PRINT_SECONDS * 1000}</timeout><printjobid>{job.token}</printjobid>"
        f"</Parameter><PrintData><epos-print xmlns={quoteattr(_NAMESPACE)}>{kick}{''.join(images)}{cut}"
        "</epos-print></PrintData></ePOSPrint></PrintRequestInfo>"
    ).encode()
