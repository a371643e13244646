"""The database of the cluster: etcd, PostgreSQL under Patroni, and PgBouncer."""

import contextlib
import os
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg

from cluster.configuration import NODES, PASSWORD, Configuration
from cluster.processes import Program, find_program
from tests.servers import wait_until

START_SECONDS = 90.0


class Node:
    """One machine of PostgreSQL: Patroni and the PostgreSQL that it starts."""

    def __init__(self, name: str, configuration: Configuration) -> None:
        self.name = name
        self._data = configuration.folder / name
        command = [find_program("patroni"), str(configuration.folder / f"{name}.yml")]
        self._patroni = Program(f"patroni-{name}", command, configuration.folder, {"PATH": os.environ["PATH"]})
        self._url = f"http://127.0.0.1:{configuration.ports[f'{name.upper()}_REST']}"

    def start(self) -> None:
        self._patroni.start()

    def stop(self) -> None:
        """Patroni ends its PostgreSQL too."""
        self._patroni.stop(30)
        self._kill_postgres()

    def kill(self) -> None:
        """Kill Patroni and every process of PostgreSQL, as if the machine had lost its power."""
        self._patroni.kill()
        self._kill_postgres()

    def forget_data(self) -> None:
        """Remove the data folder of a machine that was killed, so that it is copied again."""
        self._data.rename(self._data.with_name(f"{self.name}.lost-{time.time_ns()}"))

    def read_state(self) -> dict[str, Any]:
        """What Patroni says about this machine; nothing if it does not answer."""
        try:
            found: dict[str, Any] = httpx.get(f"{self._url}/patroni", timeout=3).json()
        except (httpx.HTTPError, ValueError):
            return {}
        return found

    def _kill_postgres(self) -> None:
        """Its processes are no children of Patroni's process group."""
        with contextlib.suppress(OSError, ValueError):
            first = int((self._data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
            for pid in [first, *_list_children(first)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


class DatabaseCluster:
    """A primary and its synchronous standby, with what chooses between them and what shares their sessions."""

    def __init__(self, configuration: Configuration) -> None:
        ports, folder = configuration.ports, configuration.folder
        client, peer = (f"http://127.0.0.1:{ports[name]}" for name in ("ETCD", "ETCD_PEER"))
        self._etcd_url = client
        self._etcd = Program(
            "etcd",
            [
                find_program("etcd"), "--name", "etcd-1", "--data-dir", str(folder / "etcd"),
                "--listen-client-urls", client, "--advertise-client-urls", client,
                "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                "--initial-cluster", f"etcd-1={peer}",
            ],
            folder,
        )  # fmt: skip
        self.nodes = [Node(name, configuration) for name in NODES]
        self._pooler = Program("pgbouncer", [find_program("pgbouncer"), str(folder / "pgbouncer.ini")], folder)
        self._primary_port = ports["PRIMARY"]

    def start_etcd(self) -> None:
        self._etcd.start()
        wait_until(lambda: _is_healthy(f"{self._etcd_url}/health"), START_SECONDS)

    def start_postgresql(self) -> None:
        """Start both machines; the one that is first becomes the primary, and the other its standby."""
        for node in self.nodes:
            node.start()
        wait_until(self.is_replicated, START_SECONDS)

    def start_pooler(self) -> None:
        self._pooler.start()

    def create_database(self) -> None:
        """Create the role and the database, over the address of the primary."""
        where = f"host=127.0.0.1 port={self._primary_port} user=postgres password={PASSWORD} dbname=postgres"
        wait_until(lambda: _create_database(where), START_SECONDS)

    def find_primary(self) -> Node | None:
        """The machine that takes writes now."""
        return self._find("primary", "master")

    def find_standby(self) -> Node | None:
        """The machine that every commit waits for."""
        return self._find("sync_standby")

    def _find(self, *roles: str) -> Node | None:
        states = {node: node.read_state() for node in self.nodes}
        for node, state in states.items():
            role = "sync_standby" if state.get("sync_standby") else state.get("role")
            if state.get("state") == "running" and role in roles:
                return node
        return None

    def is_replicated(self) -> bool:
        """Whether there is a primary whose commits wait for a standby. Only then may the primary be lost."""
        return self.find_primary() is not None and self.find_standby() is not None

    def stop(self) -> None:
        self._pooler.stop()
        for node in self.nodes:
            node.stop()
        self._etcd.stop()


def _is_healthy(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2).is_success
    except httpx.TransportError:
        return False


def _create_database(where: str) -> bool:
    """Whether it could be done: HAProxy believes in every machine until it has checked it."""
    try:
        with psycopg.connect(where, connect_timeout=3, autocommit=True) as connection:
            if connection.execute("SELECT pg_is_in_recovery()").fetchone() == (True,):
                return False
            connection.execute(f"CREATE ROLE chuckwagon LOGIN PASSWORD '{PASSWORD}'")
            connection.execute("CREATE DATABASE chuckwagon OWNER chuckwagon")
    except psycopg.OperationalError:
        return False
    return True


def _list_children(pid: int) -> list[int]:
    task = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in task.read_text(encoding="utf-8").split()] if task.is_file() else []
