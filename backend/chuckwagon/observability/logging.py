"""The log: one JSON line for each event, without names, phone numbers, addresses and secrets.

The caller chooses what goes into a line: ids, codes, route templates, numbers. Messages of exceptions are left out,
because they repeat what a client sent; type and place stay in. `redact` is the second line of defense, for values that
slip through.
"""

import logging as standard
import re
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import structlog

MAX_CHARACTERS = 500
MAX_FRAMES = 40

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
"""The fields of one line, keyed by name."""

log_context: ContextVar[dict[str, str] | None] = ContextVar("log_context", default=None)
"""Fields of every line that is written in this context: the id of the request or the job, and of its trace."""


def redact(text: str) -> str:
    """Replace e-mail addresses, phone numbers, card numbers and secrets; cut at MAX_CHARACTERS."""
    text = _SECRET.sub("[secret]", text)
    text = _EMAIL.sub("[email]", text)
    text = _CARD.sub("[number]", text)
    text = _PHONE.sub(r"[phone …\1]", text)
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}…"


def write_line(facts: Facts) -> None:
    """Write the fields as they are; always one line, because JSON escapes every line end."""
    open_output().msg(str(_render_json(None, "", facts)))


def open_output() -> structlog.WriteLogger:
    """The writer for each line: standard error as it is at that moment, because tests replace it."""
    return structlog.WriteLogger(sys.stderr)


def timestamp() -> str:
    """The present instant in UTC, as ISO 8601 with milliseconds and a `Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def configure(level: int = standard.INFO) -> None:
    """Write our lines and those of libraries to standard error, in the same format."""
    structlog.configure(
        processors=[structlog.processors.add_log_level, _complete, _render_exception, _render_json],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_given: open_output(),
        cache_logger_on_first_use=False,
    )
    standard.basicConfig(handlers=[_LibraryHandler()], level=standard.WARNING, force=True)


class _LibraryHandler(standard.Handler):
    """Writes the message templates of libraries without the values in them.

    structlog's ProcessorFormatter would format the values first.
    """

    def emit(self, record: standard.LogRecord) -> None:
        facts: Facts = {"event": "library", "logger": record.name, "level": record.levelname.lower()}
        words = str(record.msg).strip().splitlines() or [""]
        if words[0].startswith("Traceback"):  # uvicorn logs a failed start as one text
            facts["words"], facts["frames"] = words[-1].partition(": ")[0], _WHERE.findall("\n".join(words))
        else:
            facts["words"] = words[0]
        if record.exc_info:
            facts["exc_info"] = record.exc_info
        write_line(_render_exception(None, "", _complete(None, "", facts)))


def _complete(_logger: Any, _name: str, facts: Facts) -> Facts:
    """Put time, level, event and context first, and redact the rest; a structlog processor."""
    context = log_context.get() or {}
    line: dict[str, Any] = {"ts": timestamp(), "level": facts.pop("level"), "event": facts.pop("event"), **context}
    exc_info = facts.pop("exc_info", None)
    line |= {name: _redact_value(value) for name, value in facts.items()}
    if exc_info is not None:
        line["exc_info"] = exc_info
    return line


def _redact_value(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_redact_value(one) for one in value]
    return value if isinstance(value, int | float | bool | None) else redact(str(value))


def _summarize_exception(exc_info: ExcInfo) -> list[dict[str, Any]]:
    """Type and place of an error and of its causes, without messages and values."""
    found: list[dict[str, Any]] = []
    link: BaseException | None = exc_info[1]
    while link is not None and len(found) < 5:
        found.append({"type": type(link).__qualname__, **_code_of(link), "frames": _frames(link)})
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return found


def _code_of(error: BaseException) -> dict[str, str]:
    """The error code of the database or the operating system."""
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
    return found[-MAX_FRAMES:]


_render_exception = structlog.processors.ExceptionRenderer(_summarize_exception)
_render_json = structlog.processors.JSONRenderer(separators=(",", ":"), default=str)
configure()  # at import, because structlog's own format of an early line would show the values of variables

log: structlog.stdlib.BoundLogger = structlog.get_logger("chuckwagon")
