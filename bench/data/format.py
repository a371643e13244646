"""The few expressions that SQLite and PostgreSQL write differently, and what makes them hurry."""

WORDS: dict[str, dict[str, str]] = {
    "sqlite": {
        "numbers": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {0}) SELECT i FROM n",
        "id": "printf('%08x%016x', (({0}) * 2654435761) & 4294967295, {0})",
        "at": "strftime('%Y-%m-%d %H:%M:%f000', {0}, 'unixepoch')",
        "json": "{0}",
        "phone": "printf('+1213%07d', 2000000 + ({0}))",
    },
    "postgresql": {
        "numbers": "SELECT i FROM generate_series(CAST(1 AS BIGINT), {0}) AS i",
        "id": "(lpad(to_hex((({0}) * 2654435761) & 4294967295), 8, '0') || lpad(to_hex({0}), 16, '0'))",
        "at": "to_timestamp({0})",
        "json": "CAST(({0}) AS JSON)",
        "phone": "('+1213' || lpad(CAST(2000000 + ({0}) AS TEXT), 7, '0'))",
    },
}
FAST_WRITE_SETTINGS = {
    "sqlite": (
        "PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA cache_size=-500000",
        "PRAGMA temp_store=MEMORY",
    ),
    "postgresql": (
        "SET session_replication_role = replica", "SET work_mem = '256MB'",
        "SET maintenance_work_mem = '512MB'",
    ),
}  # fmt: skip


class Words:
    """The expressions of one database; what goes in is SQL of our own, never a stranger's text."""

    def __init__(self, dialect: str) -> None:
        self._words = WORDS[dialect]

    def numbers(self, last: int) -> str:
        """A query for 1, 2, … as `i`."""
        return self._words["numbers"].format(last)

    def id(self, number: str) -> str:
        """24 hex digits from a number; the first eight are scattered."""
        return self._words["id"].format(number)

    def at(self, seconds: str) -> str:
        """An instant from seconds since 1970."""
        return self._words["at"].format(seconds)

    def json(self, text: str) -> str:
        """A JSON value from its text."""
        return self._words["json"].format(text)

    def phone(self, number: str) -> str:
        """A number in Los Angeles, as it is stored."""
        return self._words["phone"].format(number)
