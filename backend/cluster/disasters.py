"""Breaks one part of the cluster after the other at moments that the seed chooses, and repairs it."""

import random
import signal
import time
from collections.abc import Callable

from cluster.database import Node
from cluster.watchers import Probe
from cluster.whole import Cluster
from soak.recorder import Journal
from tests.servers import wait_until

AHEAD = 60  # purchases that may begin while a disaster lasts
RECOVERY_SECONDS, RELOAD_SECONDS, RESTART_SECONDS = 120.0, 1.0, 0.5
FAILOVER, SERVER, RELOAD, REBUILD = "primary killed", "server killed", "HAProxy reloaded", "standby rebuilt"


class Disasters:
    """One disaster at a time, each while customers buy."""

    def __init__(self, cluster: Cluster, probe: Probe, journal: Journal, seed: int) -> None:
        self._cluster, self._probe, self._journal = cluster, probe, journal
        self._rng = random.Random(f"{seed}:disasters")
        self._planned: list[tuple[int, str]] = []
        self._is_over = False
        self.done: list[str] = []
        self.silences: dict[str, list[float]] = {name: [] for name in (FAILOVER, SERVER, RELOAD, REBUILD)}

    def plan(self, counts: dict[str, int], orders: int) -> None:
        """Choose the purchase at which each disaster happens."""
        kinds = [kind for kind, count in counts.items() for _ in range(count)]
        self._rng.shuffle(kinds)
        self._planned = list(zip(sorted(self._rng.sample(range(orders), len(kinds))), kinds, strict=True))

    @property
    def left_undone(self) -> int:
        return len(self._planned) - len(self.done)

    def lets_in(self, number: int) -> bool:
        """Whether this purchase may begin: it waits until the earlier disasters are over."""
        return self._is_over or not self.left_undone or number <= self._planned[len(self.done)][0] + AHEAD

    def work(self, *, forget_leases: bool) -> None:  # noqa: ARG002 - leases run out by themselves here
        """Let each disaster happen at its purchase."""
        try:
            for moment, kind in self._planned:
                while self._journal.begun() <= moment:
                    time.sleep(0.01)
                time.sleep(self._rng.uniform(0, 0.4))
                self._measure(kind)
        finally:
            self._is_over = True

    def _measure(self, kind: str) -> None:
        actions: dict[str, Callable[[], None]] = {
            FAILOVER: self._lose_primary,
            SERVER: self._lose_server,
            RELOAD: self._reload_proxy,
            REBUILD: self._rebuild_standby,
        }
        wait_until(self._cluster.database.is_replicated, RECOVERY_SECONDS)
        began = time.monotonic()
        actions[kind]()
        now = time.monotonic()
        wait_until(lambda: self._probe.has_answer_since(now), RECOVERY_SECONDS)
        silence = self._probe.longest_silence(began, time.monotonic())
        self.silences[kind].append(silence)
        self.done.append(kind)
        print(f"        {kind}: {silence:.1f} s without answers", flush=True)

    def _lose_primary(self) -> None:
        """The machine of the primary loses its power. It comes back once the other one is the primary."""
        database = self._cluster.database
        lost = self._found(database.find_primary())
        lost.kill()
        wait_until(lambda: database.find_primary() not in (None, lost), RECOVERY_SECONDS)
        lost.start()
        wait_until(database.is_replicated, RECOVERY_SECONDS)

    def _lose_server(self) -> None:
        server = self._rng.choice(self._cluster.servers)
        server.kill()
        time.sleep(RESTART_SECONDS)
        self._cluster.restart_dead_servers()
        wait_until(self._cluster.is_serving, RECOVERY_SECONDS)

    def _reload_proxy(self) -> None:
        self._cluster.proxy.signal(signal.SIGUSR2)
        time.sleep(RELOAD_SECONDS)

    def _rebuild_standby(self) -> None:
        """The machine of the standby is replaced by an empty one."""
        database = self._cluster.database
        standby = self._found(database.find_standby())
        standby.kill()
        standby.forget_data()
        standby.start()
        wait_until(database.is_replicated, RECOVERY_SECONDS)

    def _found(self, node: Node | None) -> Node:
        if node is None:
            raise RuntimeError("The machine that should be killed is gone already.")
        return node
