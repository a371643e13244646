"""The paper of each printer, newest on top, and the switches of what can go wrong with it."""

from starlette.requests import Request
from starlette.responses import Response

from sandbox.pages.formatting import moment, pill
from sandbox.pages.layout import page
from sandbox.pages.templates import EMPTY, Markup, fill, joined
from sandbox.printers.protocols import STAR
from sandbox.printers.service import tell_paper
from sandbox.state import Sandbox
from sandbox.store import Record

SCRIPTS = ("times.js", "live.js", "controls.js")
SHOWN = 12
SWITCHES = (
    ("power", "off", "Switch off", "on", "Switch on"),
    ("paper", "out", "Take the paper out", "ok", "Put paper in"),
    ("cover", "open", "Open the cover", "closed", "Close the cover"),
    ("dieAfter", "fetch", "Die after the next fetch", None, "Do not die"),
)


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    printers = joined(_printer(sandbox, printer) for printer in sandbox.printers.all())
    body = fill("paper", "page", printers=printers) if printers else fill("paper", "empty")
    return page("Paper", body, here="/paper", scripts=SCRIPTS)


def _printer(sandbox: Sandbox, printer: Record) -> Markup:
    pieces = list(reversed(sandbox.printers.paper(printer["id"])))[:SHOWN]
    return fill(
        "paper",
        "printer",
        name="Star CloudPRNT" if printer["kind"] == STAR else "Epson Server Direct Print",
        url=f"{printer['url'].rpartition('/')[0]}/…",
        state=pill(f"power {printer['power']}, paper {printer['paper']}, cover {printer['cover']}"),
        switches=joined(_switch(printer, *switch) for switch in SWITCHES),
        paper=joined(map(_piece, pieces)) or fill("paper", "no_paper"),
    )


def _switch(printer: Record, name: str, value: str, label: str, back: str | None, back_label: str) -> Markup:
    is_set = printer[name] == value
    given = f'"{back}"' if back else "null"
    body = f'{{"{name}": {given}}}' if is_set else f'{{"{name}": "{value}"}}'
    return fill("paper", "switch", id=printer["id"], body=body, label=back_label if is_set else label)


def _piece(piece: Record) -> Markup:
    told = tell_paper(piece)
    image = fill("paper", "image", png=told["png"], width=told["width"]) if told["png"] else EMPTY
    drawer = fill("paper", "drawer") if told["opensDrawer"] else EMPTY
    return fill("paper", "piece", when=moment(piece["at"]), image=image, drawer=drawer)
