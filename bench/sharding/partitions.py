"""`python -m bench.sharding.partitions`: what PostgreSQL says when a copy of the schema keeps its orders by month.

Each unique key and each foreign key of the orders is tried on a partitioned table as it is, then with the month. Then
an order is looked up by its ID, with and without the month.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import psycopg
from psycopg import sql

from bench.data.seed import fill
from tests.servers import PostgresServer

ORDERS, MONTHS, LOOKUPS = 24_000, 24, 200
COPY = """
    CREATE TABLE orders_by_month (LIKE orders INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE (created_at)"""
PARTITION = """
    CREATE TABLE {} PARTITION OF orders_by_month
    FOR VALUES FROM (date_trunc('month', now()) - make_interval(months => {}))
    TO (date_trunc('month', now()) - make_interval(months => {}))"""
SPREAD = """
    INSERT INTO orders_by_month SELECT (o).* FROM (
        SELECT jsonb_populate_record(orders, jsonb_build_object('created_at',
            date_trunc('month', now()) - make_interval(months => mod(order_number, %s)::int) + interval '1 day')) AS o
        FROM orders) AS moved"""
UNIQUE_KEYS = """
    SELECT indexrelid::regclass::text, array_agg(attname ORDER BY place)
    FROM pg_index, unnest(indkey) WITH ORDINALITY AS key (attnum, place)
    JOIN pg_attribute USING (attnum)
    WHERE attrelid = 'orders'::regclass AND indrelid = 'orders'::regclass AND indisunique
    GROUP BY 1 ORDER BY 1"""
FOREIGN_KEYS = """
    SELECT conrelid::regclass::text, attname FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE confrelid = 'orders'::regclass ORDER BY 1, 2"""
Connection = psycopg.Connection[tuple[Any, ...]]
MONTH = "created_at"


def main() -> None:
    """Print what works, what does not, and what a lookup costs."""
    with _database() as connection:
        _table("Unique key of the orders", "as it is", "with the month")
        for _name, columns in connection.execute(UNIQUE_KEYS).fetchall():
            _row(", ".join(columns), _try_unique(connection, columns), _try_unique(connection, [*columns, MONTH]))
        connection.execute(f"ALTER TABLE orders_by_month ADD PRIMARY KEY (id, {MONTH})")
        _table("Points to an order", "as it is", "with the month")
        for table, column in connection.execute(FOREIGN_KEYS).fetchall():
            _row(f"{table}.{column}", *_try_references(connection, table, column))
        _table(f"Lookup among {MONTHS} months", "planning", "execution", "pages")
        for name, condition in (("by ID", "id = %s"), ("by ID and month", f"id = %s AND {MONTH} = %s")):
            _row(name, *_measure(connection, condition))


def _table(*heads: str) -> None:
    print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")


def _row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |")


@contextmanager
def _database() -> Iterator[Connection]:
    """A schema of the product with orders, and the partitioned copy of its table of orders."""
    server = PostgresServer()
    try:
        server.start()
        url = server.create_database("months")
        fill(url, ORDERS)
        with psycopg.connect(f"host={server.folder} user=chuckwagon dbname=months", autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(COPY)
            for month in range(MONTHS):
                name = sql.Identifier(f"orders_{month}")
                connection.execute(sql.SQL(PARTITION).format(name, sql.Literal(month), sql.Literal(month - 1)))
            connection.execute(SPREAD, [MONTHS])
            connection.execute("ANALYZE orders_by_month")
            yield connection
    finally:
        server.stop()


def _attempt(connection: Connection, statement: sql.Composed) -> str:
    """Try a change of the schema, and take it back. Returns "yes" or PostgreSQL's reason."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(statement)
    except psycopg.Error as error:
        return f"no: {error.diag.message_primary}"
    return "yes"


def _try_unique(connection: Connection, columns: list[str]) -> str:
    names = sql.SQL(", ").join(map(sql.Identifier, dict.fromkeys(columns)))
    return _attempt(connection, sql.SQL("ALTER TABLE orders_by_month ADD UNIQUE ({})").format(names))


def _try_references(connection: Connection, table: str, column: str) -> tuple[str, str]:
    """The reference as it is, then with a column for the month of the order that is pointed to."""
    add = sql.SQL("ALTER TABLE {table} {more} ADD FOREIGN KEY ({own}) REFERENCES orders_by_month ({key})")
    empty = sql.SQL("TRUNCATE {} CASCADE;").format(sql.Identifier(table))

    def build(more: str, own: list[str], key: list[str]) -> sql.Composed:
        columns = (sql.SQL(", ").join(map(sql.Identifier, names)) for names in (own, key))
        names = dict(zip(("own", "key"), columns, strict=True))
        return empty + add.format(table=sql.Identifier(table), more=sql.SQL(more), **names)

    month = "ADD COLUMN order_created_at timestamptz NOT NULL,"
    plain = build("", [column], ["id"])
    with_month = build(month, [column, "order_created_at"], ["id", MONTH])
    return _attempt(connection, plain), _attempt(connection, with_month)


def _measure(connection: Connection, condition: str) -> tuple[str, str, str]:
    """Medians of many lookups: planning and execution in milliseconds, and the pages that were read."""
    wanted = connection.execute(f"SELECT id, {MONTH} FROM orders_by_month LIMIT {LOOKUPS}").fetchall()
    found = []
    for row in wanted:
        explain = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM orders_by_month WHERE {condition}"
        [(plans,)] = connection.execute(explain.encode(), row[: condition.count("%s")]).fetchall()
        found.append((plans[0]["Planning Time"], plans[0]["Execution Time"], plans[0]["Plan"]["Shared Hit Blocks"]))
    planning, execution, pages = (median(column) for column in zip(*found, strict=True))
    return f"{planning:.2f} ms", f"{execution:.2f} ms", f"{pages:.0f}"


if __name__ == "__main__":
    main()
