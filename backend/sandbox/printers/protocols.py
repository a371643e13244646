"""One round of a printer that asks for work, in the words of Star CloudPRNT or Epson Server Direct Print."""

import base64
import io
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from sandbox.http_client import Response, exchange
from sandbox.store import Record

STAR, EPSON = "star_cloudprnt", "epson_sdp"
MAC = "00:11:62:00:00:01"
STATUS_CODES = {"ok": "200 OK", "paper": "410 Out of paper", "cover": "420 Cover open"}
ASB = {"ok": 0x0F000014, "paper": 0x0F08001C, "cover": 0x0F00003C}
FORM = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
_IMAGE = re.compile(r'<image width="(\d+)" height="(\d+)"[^>]*>([^<]*)</image>')
_JOB_ID = re.compile(r"<printjobid>([^<]*)</printjobid>")

Print = Callable[[bytes | None, bool], None]
"""Puts an image (PNG) on the paper, None for none, and opens the drawer or not."""


class Died(Exception):
    """The printer has lost its power, as a test asked for."""


def trouble_of(printer: Record) -> str:
    """What keeps the printer from printing: `paper`, `cover`, or `ok`."""
    if printer["paper"] == "out":
        return "paper"
    return "cover" if printer["cover"] == "open" else "ok"


async def ask(printer: Record, put_on_paper: Print) -> None:
    """Ask once, and print what comes. Raises Died after a fetch if the printer is to die then."""
    await (_ask_star if printer["kind"] == STAR else _ask_epson)(printer, put_on_paper)


async def _ask_star(printer: Record, put_on_paper: Print) -> None:
    url, trouble = printer["url"], trouble_of(printer)
    status: dict[str, Any] = {
        "status": "23 6 0 0 0 0 0 0 0 ",
        "printerMAC": MAC,
        "statusCode": STATUS_CODES[trouble].replace(" ", "%20"),
        "printingInProgress": False,
        "clientAction": printer.pop("answers", None),
    }
    polled = await exchange("POST", url, json.dumps(status).encode(), {"Content-Type": "application/json"})
    if polled.status != 200:
        return
    offer = json.loads(polled.body)
    if offer.get("clientAction"):  # a printer answers these first, and prints in the next round
        printer["answers"] = [
            {"request": one["request"], "result": "image/png; text/plain"} for one in offer["clientAction"]
        ]
        return
    if not offer.get("jobReady") or trouble != "ok":
        return
    token = offer.get("jobToken", "")
    query = urlencode({"mac": MAC, "type": "image/png", "token": token})
    document = await exchange("GET", f"{url}?{query}", b"", {})
    if document.status != 200:
        return
    _die_if_asked(printer)
    cuts = not document.headers.get("x-star-cut", "").startswith("none")
    opens = document.headers.get("x-star-cashdrawer", "none") != "none"
    put_on_paper(document.content if cuts else None, opens)
    await exchange("DELETE", f"{url}?{urlencode({'mac': MAC, 'token': token, 'code': '200 OK'})}", b"", {})


async def _ask_epson(printer: Record, put_on_paper: Print) -> None:
    url, trouble = printer["url"], trouble_of(printer)
    if printer.get("told") != trouble:
        xml = (
            '<?xml version="1.0" encoding="utf-8"?><statusmonitor Version="1.00">'
            f'<printerstatus devicename="local_printer" asbstatus="0x{ASB[trouble]:08X}"/></statusmonitor>'
        )
        await _post_form(url, ConnectionType="SetStatus", ID="", Status=xml)
        printer["told"] = trouble
    answer = await _post_form(url, ConnectionType="GetRequest", ID="", Name="sandbox")
    if answer.status != 200 or "<ePOSPrint>" not in answer.body:
        return
    _die_if_asked(printer)
    job = _JOB_ID.search(answer.body)
    codes = {"ok": "", "paper": "EPTR_REC_EMPTY", "cover": "EPTR_COVER_OPEN"}
    if trouble == "ok":
        put_on_paper(draw_images(answer.body), "<pulse" in answer.body)
    said = f'<response success="{str(trouble == "ok").lower()}" code="{codes[trouble]}" status="251658262"/>'
    xml = (
        '<?xml version="1.0" encoding="utf-8"?><PrintResponseInfo Version="2.00"><ePOSPrint><Parameter>'
        f"<devid>local_printer</devid><printjobid>{job[1] if job else ''}</printjobid></Parameter><PrintResponse>"
        f"{said}</PrintResponse></ePOSPrint></PrintResponseInfo>"
    )
    await _post_form(url, ConnectionType="SetResponse", ID="", ResponseFile=xml)


async def _post_form(url: str, **fields: str) -> Response:
    return await exchange("POST", url, urlencode(fields).encode(), FORM)


def _die_if_asked(printer: Record) -> None:
    if printer["dieAfter"] == "fetch":
        raise Died


def draw_images(xml: str) -> bytes | None:
    """The images of an ePOS-Print document below each other, as a PNG; None without one."""
    from PIL import Image

    images = [(int(width), int(height), base64.b64decode(data)) for width, height, data in _IMAGE.findall(xml)]
    if not images:
        return None
    image = Image.new("1", (images[0][0], sum(height for _, height, _ in images)), 1)
    row = 0
    for width, height, data in images:
        inverted = bytes(byte ^ 0xFF for byte in data)
        image.paste(Image.frombytes("1", (width, height), inverted), (0, row))
        row += height
    sink = io.BytesIO()
    image.save(sink, "PNG")
    return sink.getvalue()
