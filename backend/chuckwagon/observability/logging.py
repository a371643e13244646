"""One JSON line per thing worth knowing; never a name, a phone, an address or a secret.

What goes into a line is chosen by whoever writes it: ids, codes, templates of addresses, numbers. The texts
of exceptions are left out, because they repeat what somebody sent; where it happened stays in. The filter
behind that is for what slips through all the same.
"""

import json
import logging as standard
import re
import sys
import threading
from collections.abc import MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import structlog

MOST_CHARACTERS = 500
MOST_FRAMES = 40

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
_PHONE = re.compile(r"(?<![\w.-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{2}(\d{2})(?![\w-])")
_CARD = re.compile(r"(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])")
_SECRET = re.compile(
    r"(?:sk|rk|pk)_(?:test|live)_\w+|whsec_\w+|\b(?:pi|seti)_\w+_secret_\w+|(?i:bearer) +\S+"
    r"|(?<![\w./-])[\w-]{40,}(?![\w./-])"
)

_WHERE = re.compile(r'File "([^"]+", line \d+, in \w+)')

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
Facts = MutableMapping[str, Any]

about: ContextVar[dict[str, str] | None] = ContextVar("about", default=None)
"""What the line is about beside its own words: the number of the request or the job, and of its trace."""

_writing = threading.Lock()


def redact(text: str) -> str:
    """The text without e-mails, phones, card numbers and secrets, and no longer than anybody reads."""
    text = _SECRET.sub("[secret]", text)
    text = _EMAIL.sub("[email]", text)
    text = _CARD.sub("[number]", text)
    text = _PHONE.sub(r"[phone …\1]", text)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


def write_line(facts: Facts) -> None:
    """Write one line; whatever is in the values, a line stays one."""
    _put(json.dumps(facts, default=str, separators=(",", ":")) + "\n")  # ASCII: no other line ends either


def _put(line: str) -> None:
    with _writing:
        sys.stderr.write(line)
        sys.stderr.flush()


def timestamp() -> str:
    """Now, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def configure(level: int = standard.INFO) -> None:
    """Write the lines to standard error, and those of the libraries as ours."""
    structlog.configure(
        processors=[structlog.processors.add_log_level, _complete],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_given: _Lines(),
        cache_logger_on_first_use=False,
    )
    standard.basicConfig(handlers=[_OfLibraries()], level=standard.WARNING, force=True)


class _Lines:
    """Where the logger leaves what `_complete` has made."""

    def msg(self, **facts: Any) -> None:
        write_line(facts)

    debug = info = warning = error = critical = msg


class _OfLibraries(standard.Handler):
    """A library's own words with no values in them."""

    def emit(self, record: standard.LogRecord) -> None:
        facts: Facts = {"event": "library", "logger": record.name, "level": record.levelname.lower()}
        words = str(record.msg).strip().splitlines() or [""]
        if words[0].startswith("Traceback"):  # the server hands on the end of a start as one long text
            facts["words"], facts["frames"] = words[-1].partition(": ")[0], _WHERE.findall("\n".join(words))
        else:
            facts["words"] = words[0]
        if record.exc_info:
            facts["exc_info"] = record.exc_info
        write_line(_complete(None, "", facts))


def _complete(_logger: Any, _name: str, facts: Facts) -> Facts:
    given = facts.pop("exc_info", None)
    found = _exc_info(given)
    level, event = facts.pop("level"), facts.pop("event")
    line: dict[str, Any] = {"ts": timestamp(), "level": level, "event": event, **(about.get() or {})}
    line |= {name: _harmless(value) for name, value in facts.items()}
    if found is not None:
        line["exception"] = _describe(found[1])
    return line


def _harmless(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_harmless(one) for one in value]
    return value if isinstance(value, int | float | bool | None) else redact(str(value))


def _exc_info(given: Any) -> ExcInfo | None:
    if isinstance(given, BaseException):
        return (type(given), given, given.__traceback__)
    if isinstance(given, tuple):
        return given if given[0] is not None else None
    if given:
        kind, error, trace = sys.exc_info()
        return (kind, error, trace) if kind is not None and error is not None else None
    return None


def _describe(error: BaseException) -> list[dict[str, Any]]:
    """Kind and place of the error and of those that led to it, without their texts and without values."""
    found: list[dict[str, Any]] = []
    link: BaseException | None = error
    while link is not None and len(found) < 5:
        found.append({"type": type(link).__qualname__, **_code_of(link), "frames": _frames(link)})
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return found


def _code_of(error: BaseException) -> dict[str, str]:
    """What a database or the system calls it."""
    for name in ("sqlstate", "sqlite_errorname", "errno"):
        code = getattr(error, name, None) or getattr(getattr(error, "orig", None), name, None)
        if code is not None:
            return {"code": str(code)}
    return {}


def _frames(error: BaseException) -> list[str]:
    found: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[-MOST_FRAMES:]


configure()  # at import: a log line written before anyone asked must not show the values of variables either

log: structlog.stdlib.BoundLogger = structlog.get_logger("chuckwagon")
