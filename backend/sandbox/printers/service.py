"""The printers: each has a task that asks the product every second, and a roll of what it has printed."""

import asyncio
import base64
import struct
from typing import Any

from sandbox.clock import iso, unix_now
from sandbox.errors import invalid
from sandbox.ids import new_id
from sandbox.printers import protocols
from sandbox.printers.protocols import EPSON, STAR, Died
from sandbox.store import Record, Store

SECONDS = 1.0  # between two rounds
KEPT = 100  # pieces of paper of a printer
CHOICES = {"power": ("on", "off"), "paper": ("ok", "out"), "cover": ("closed", "open"), "dieAfter": (None, "fetch")}


class Printers:
    """All printers. Used on the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def add(self, kind: Any, url: Any) -> Record:
        """Plug in a printer that asks at this address."""
        if kind not in (STAR, EPSON):
            raise invalid(f"kind must be {STAR} or {EPSON}.", param="kind")
        if not isinstance(url, str) or not url.startswith(("http://", "https://")):
            raise invalid("url must be the address that the product shows.", param="url")
        printer = {"id": new_id("prn_", 16), "kind": kind, "url": url, "created": unix_now()}
        printer |= {"power": "on", "paper": "ok", "cover": "closed", "dieAfter": None}
        self._store.put("printer", printer["id"], printer)
        self._start(printer)
        return printer

    def change(self, printer_id: str, wanted: dict[str, Any]) -> Record:
        """Switch a printer on or off, take its paper, open its cover, or let it die after its next fetch."""
        printer = self.get(printer_id)
        for name, allowed in CHOICES.items():
            if name in wanted and wanted[name] not in allowed:
                raise invalid(f"{name} must be one of {', '.join(map(str, allowed))}.", param=name)
        self._store.put("printer", printer_id, printer | {name: wanted[name] for name in CHOICES if name in wanted})
        return self.get(printer_id)

    def get(self, printer_id: str) -> Record:
        found = self._store.find("printer", printer_id)
        if found is None:
            raise invalid("There is no such printer.", param="id")
        return found

    def all(self) -> list[Record]:
        return self._store.all("printer")

    def paper(self, printer_id: str) -> list[Record]:
        """What the printer has printed, oldest first."""
        return [one for one in self._store.all("paper") if one["printer"] == self.get(printer_id)["id"]]

    def resume(self) -> None:
        """Start the printers of the last run. Called on the event loop."""
        for printer in self.all():
            self._start(printer)

    def stop(self) -> None:
        """Unplug all printers."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _start(self, printer: Record) -> None:
        self._tasks[printer["id"]] = asyncio.get_running_loop().create_task(self._run(printer["id"]))

    async def _run(self, printer_id: str) -> None:
        memory: dict[str, Any] = {}  # what the printer remembers between two rounds, until it loses its power
        while (stored := self._store.find("printer", printer_id)) is not None:
            if stored["power"] == "on":
                memory = {**memory, **stored}
                try:
                    await protocols.ask(memory, lambda png, opens: self._print(printer_id, png, opens=opens))
                except Died:
                    self.change(printer_id, {"power": "off", "dieAfter": None})
                except (OSError, TimeoutError, ValueError):
                    pass  # the product is away: ask again
            else:
                memory = {}
            await asyncio.sleep(SECONDS)

    def _print(self, printer_id: str, png: bytes | None, *, opens: bool) -> None:
        piece: Record = {
            "id": new_id("ppr_", 16),
            "printer": printer_id,
            "at": unix_now(),
            "opensDrawer": opens,
            "png": base64.b64encode(png).decode() if png else None,
        }
        self._store.put("paper", piece["id"], piece)
        for old in self.paper(printer_id)[:-KEPT]:
            self._store.delete("paper", old["id"])


def tell_printer(printer: Record) -> dict[str, Any]:
    """The printer as the test controls show it."""
    names = ("id", "kind", "url", *CHOICES)
    return {name: printer[name] for name in names}


def tell_paper(piece: Record) -> dict[str, Any]:
    """A piece of paper: when, its size in dots, its image as PNG in base64, and whether the drawer opened."""
    png = base64.b64decode(piece["png"]) if piece["png"] else b""
    width, height = struct.unpack(">II", png[16:24]) if png else (0, 0)
    told = {"id": piece["id"], "at": iso(piece["at"]), "width": width, "height": height}
    return {**told, "opensDrawer": piece["opensDrawer"], "png": piece["png"]}
