"""Injected faults: which calls or deliveries fail next, and how."""

import asyncio
import contextlib
import random
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

from sandbox.errors import invalid
from sandbox.ids import new_id

Target = Literal["stripe", "twilio", "webhooks", "smtp", "push"]
Mode = Literal["error", "error_after", "reset_after", "timeout", "delay", "drop", "duplicate", "shuffle"]

CALL_MODES = {"error", "error_after", "reset_after", "timeout", "delay"}
DELIVERY_MODES = CALL_MODES | {"drop", "duplicate", "shuffle"}
PUSH_MODES = {"error", "reset_after", "timeout", "delay"}
MAIL_MODES = {"error", "reset_after", "timeout", "delay", "drop"}
MODES = {"stripe": CALL_MODES, "twilio": CALL_MODES, "webhooks": DELIVERY_MODES, "smtp": MAIL_MODES, "push": PUSH_MODES}
DEFAULT_MATCH = {"smtp": "connect"}
DEFAULT_STATUS = {"smtp": 451}
DEFAULT_MS = {"timeout": 60_000, "delay": 1_000, "shuffle": 300}


@dataclass
class Fault:
    id: str
    target: Target
    mode: Mode
    match: str | None = None
    times: int | None = None  # None: until the fault is deleted
    rate: float = 1.0
    every: int = 1  # every n-th of the matching calls; the others succeed
    matched: int = 0
    ms: int | None = None
    status: int = 500

    @property
    def seconds(self) -> float:
        return (self.ms if self.ms is not None else DEFAULT_MS.get(self.mode, 0)) / 1000


class Faults:
    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._are_over = asyncio.Event()

    def add(self, wanted: dict[str, Any]) -> Fault:
        """Add a fault from the body of the control call. Raises ApiError if it is invalid."""
        target, mode = wanted.get("target"), wanted.get("mode")
        if target not in MODES:
            raise invalid("target must be one of stripe, twilio, webhooks, smtp, push.", param="target")
        if mode not in MODES[target]:
            allowed = ", ".join(sorted(MODES[target]))
            raise invalid(f"mode must be one of {allowed} for target {target}.", param="mode")
        fault = Fault(
            id=new_id("fault_", 8),
            target=cast("Target", target),
            mode=cast("Mode", mode),
            match=_text(wanted.get("match")) or DEFAULT_MATCH.get(target),
            times=_whole(wanted, "times", 1),
            rate=_rate(wanted.get("rate")),
            every=_whole(wanted, "every", 1) or 1,
            ms=_whole(wanted, "ms", 0),
            status=_whole(wanted, "status", 400) or DEFAULT_STATUS.get(target, 500),
        )
        self._faults.append(fault)
        return fault

    def take(self, target: Target, what: str) -> Fault | None:
        """Return the first fault that applies to this path or event type, and use up one of its times."""
        for fault in self._faults:
            if fault.target != target or (fault.match and fault.match not in what):
                continue
            fault.matched += 1
            if fault.matched % fault.every:
                continue
            if fault.rate < 1 and random.random() >= fault.rate:  # noqa: S311  no secret is made here
                continue
            self._count_down(fault)
            return fault
        return None

    def _count_down(self, fault: Fault) -> None:
        if fault.times is not None:
            fault.times -= 1
            if fault.times == 0:
                self._faults.remove(fault)

    def listed(self) -> list[dict[str, Any]]:
        return [asdict(fault) for fault in self._faults]

    async def delay(self, fault: Fault) -> None:
        """Delay a call for the fault's duration, or until all faults are deleted."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(fault.seconds):
                await self._are_over.wait()

    def clear(self) -> None:
        self._faults.clear()
        self._are_over.set()
        self._are_over = asyncio.Event()


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value or None
    raise invalid("match must be a text.", param="match")


def _whole(wanted: dict[str, Any], name: str, least: int) -> int | None:
    value = wanted.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise invalid(f"{name} must be a whole number of at least {least}.", param=name)
    return value


def _rate(value: Any) -> float:
    if value is None:
        return 1.0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise invalid("rate must be between 0 and 1.", param="rate")
    return float(value)
