"""The ceiling of the orders: how many durable transactions of five inserts the databases do by themselves."""

import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import psycopg

from bench import machine
from bench.data.postgres import KeptPostgres
from chuckwagon.db.sqlite import load_sqlite_module

INSERTS = 5
CLIENTS = 16
TABLE = "CREATE TABLE IF NOT EXISTS bench_commits (a TEXT, b INTEGER, c TEXT)"
INSERT = "INSERT INTO bench_commits VALUES ('{name}', 1, 'a line of an order with its price and its name')"


def sqlite_rate(folder: Path, seconds: float, rounds: int) -> float:
    """Commits a second of one writer: write-ahead log, synchronised at every commit."""
    path = folder / "commits.sqlite3"
    connection = load_sqlite_module().connect(path, isolation_level=None)
    try:
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", TABLE):
            connection.execute(statement)
        insert = INSERT.format(name="sqlite")
        return machine.median(_round(connection, insert, seconds) for _ in range(rounds))
    finally:
        connection.close()
        for leftover in folder.glob("commits.sqlite3*"):
            leftover.unlink()


def _round(connection: Any, insert: str, seconds: float) -> float:
    begun, done = time.perf_counter(), 0
    while time.perf_counter() < begun + seconds:
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(INSERTS):
            connection.execute(insert)
        connection.execute("COMMIT")
        done += 1
    return done / (time.perf_counter() - begun)


def postgresql_rate(server: KeptPostgres, folder: Path, seconds: float, rounds: int) -> tuple[float, str]:
    """Transactions a second of sixteen clients, each statement a round trip; and who asked.

    By pgbench where it is; else by threads of our own, which themselves take part of the machine.
    """
    url = server.create_database(f"commits_{time.time_ns()}")
    dsn = server.dsn(url)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(TABLE)
    asker = server.program("pgbench")
    if asker is None:
        return machine.median(_threads(dsn, seconds) for _ in range(rounds)), "threads"
    script = folder / "commits.sql"
    lines = ["BEGIN;", *[f"{INSERT.format(name='pgbench')};"] * INSERTS, "COMMIT;"]
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return machine.median(_pgbench(asker, dsn, script, seconds) for _ in range(rounds)), "pgbench"


def _pgbench(program: Path, dsn: str, script: Path, seconds: float) -> float:
    options = ["-n", "-c", str(CLIENTS), "-j", "2", "-T", str(max(1, round(seconds))), "-f", str(script)]
    done = subprocess.run([program, *options, dsn], capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        if line.startswith("tps = "):
            return float(line.split()[2])
    raise RuntimeError(f"pgbench failed:\n{done.stdout}{done.stderr}")


def _threads(dsn: str, seconds: float) -> float:
    ends_at = time.perf_counter() + seconds
    counts: list[int] = []

    def work() -> None:
        done = 0
        with psycopg.connect(dsn) as connection:
            while time.perf_counter() < ends_at:
                for _ in range(INSERTS):
                    connection.execute(INSERT.format(name="threads"))
                connection.commit()
                done += 1
        counts.append(done)

    threads = [threading.Thread(target=work) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(counts) < CLIENTS:
        raise RuntimeError("a client of PostgreSQL failed; the reason is above")
    return sum(counts) / seconds
