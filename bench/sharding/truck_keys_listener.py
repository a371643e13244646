"""Plugin of pytest that hands each statement of the product to `bench.sharding.truck_keys`."""

import contextvars
import re
import traceback
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bench.sharding.truck_keys import NEEDS_CHANGE, OF_A_TRUCK, REFERENCE, WITH_TRUCK, Found, judge, report
from chuckwagon.db import compiled
from chuckwagon.db.engines import sqlite
from chuckwagon.observability.logging import log_context
from chuckwagon.web.request_context import RequestContext

PRODUCT = str(Path(compiled.__file__).parents[1])
TESTS = str(Path(compiled.__file__).parents[2] / "tests")
NO_SITES = ("/db/", "/jobs/outbox.py")
MOST_CHARACTERS = 300

found: set[Found] = set()
requests: dict[str, RequestContext] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the file of the report."""
    parser.addoption("--truck-keys", required=True)


def pytest_configure() -> None:
    """Listen to SQLAlchemy, to the statements that are compiled once, and to the writer thread of SQLite."""
    sa.event.listen(sa.Engine, "before_cursor_execute", _hear)
    _wrap(RequestContext, "__init__", _remember)
    _wrap(compiled.CompiledStatement, "_execute", _hear_compiled)
    _wrap(compiled.CompiledStatement, "run_each_later", _hear_compiled)
    _wrap(sqlite.SqliteWriter, "write", _carry_context)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the report."""
    Path(session.config.getoption("--truck-keys")).write_text(report(found), encoding="utf-8")


def _wrap(owner: type, name: str, around: Any) -> None:
    inner = getattr(owner, name)
    setattr(owner, name, lambda *given, **named: around(inner, *given, **named))


def _remember(inner: Any, context: RequestContext, *given: Any) -> None:
    inner(context, *given)
    requests[context.request_id] = context


def _carry_context(inner: Any, writer: Any, work: Any) -> Any:
    """The writer thread does not know for which request it works."""
    context = contextvars.copy_context()
    return inner(writer, lambda session: context.run(work, session))


def _hear_compiled(inner: Any, statement: Any, session: Any, parameters: Any) -> Any:
    asked = inner(statement, session, parameters)
    build = statement._build  # noqa: SLF001 - only the tests' own process looks in here
    if isinstance(build, sa.ClauseElement):
        _note(build, statement._compiled_for(session)[1].text)  # noqa: SLF001
    return asked


def _hear(_connection: Any, _cursor: Any, text: str, _values: Any, context: Any, _many: bool) -> None:
    statement = getattr(getattr(context, "compiled", None), "statement", None)
    _note(statement, text)


def _note(statement: Any, text: str) -> None:
    site = _find_site()
    where = _find_where()
    if site is None or where is None or not re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", text, re.IGNORECASE):
        return
    kind = judge(statement) if isinstance(statement, sa.Select | sa.Update | sa.Delete) else _judge_text(text)
    short = re.sub(r"SELECT .*?\sFROM ", "SELECT … FROM ", " ".join(text.split()))
    short = re.sub(r"\(\?(, \?)*\)", "(?)", short)
    found.add(Found(where, site, kind, short[:MOST_CHARACTERS]))


def _judge_text(text: str) -> str:
    """A statement that was written as text, or a union: by the words in it."""
    if not OF_A_TRUCK & set(re.findall(r"\w+", text)):
        return REFERENCE
    return WITH_TRUCK if re.search(r"truck_id (=|IN)", text) else NEEDS_CHANGE


def _find_where() -> str | None:
    facts = log_context.get() or {}
    if "job_id" in facts:
        return "a job"
    context = requests.get(facts.get("request_id", ""))
    return f"{context.method} {context.route_template}" if context else "a task or command"


def _find_site() -> str | None:
    """The function of the product that asked, without the layers below; None for the tests' own statements."""
    for frame, _line in traceback.walk_stack(None):
        path = frame.f_code.co_filename
        if path.startswith(TESTS):
            return None
        if path.startswith(PRODUCT) and not any(part in path for part in NO_SITES):
            return f"{path.removeprefix(PRODUCT + '/')} {frame.f_code.co_name}"
    return None
