"""The quarter hour of an instant, as SQL for both databases."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles

from chuckwagon.reporting.periods import QUARTER_SECONDS


class QuarterHour(sa.sql.functions.FunctionElement[int]):
    """The number of whole quarter hours between 1970 and an instant."""

    name = "quarter_hour"
    type = sa.BigInteger()
    inherit_cache = True


@compiles(QuarterHour, "sqlite")
def _in_sqlite(element: QuarterHour, compiler: sa.sql.compiler.SQLCompiler, **more: Any) -> str:
    instant = compiler.process(element.clauses, **more)
    return f"(CAST(strftime('%s', {instant}) AS INTEGER) / {QUARTER_SECONDS})"


@compiles(QuarterHour, "postgresql")
def _in_postgresql(element: QuarterHour, compiler: sa.sql.compiler.SQLCompiler, **more: Any) -> str:
    instant = compiler.process(element.clauses, **more)
    return f"CAST(floor(extract(epoch FROM {instant}) / {QUARTER_SECONDS}) AS BIGINT)"
