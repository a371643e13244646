"""The programs of the cluster: each with a log of its own, started and killed alone."""

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.servers import unprivileged_user

SEARCHED = f"{os.environ['PATH']}:/usr/sbin:/usr/lib/haproxy"
PACKAGES = {"etcd": "etcd-server", "patroni": "patroni", "haproxy": "haproxy", "pgbouncer": "pgbouncer"}


class NotInstalled(Exception):
    """A program of the cluster is missing. The message says what to install."""


def find_program(name: str) -> str:
    """Return the path of a program. Raises NotInstalled."""
    path = shutil.which(name, path=SEARCHED)
    if path is None:
        raise NotInstalled(f"{name} is not installed (Debian: apt-get install {PACKAGES[name]}).")
    return path


class Program:
    """One program in a process group of its own. Those of the database refuse root, so they get another user."""

    def __init__(
        self,
        name: str,
        command: list[str],
        folder: Path,
        environment: Mapping[str, str] | None = None,
        *,
        as_root: bool = False,
    ) -> None:
        self.name, self._command, self._folder, self._environment = name, command, folder, environment
        self._user = None if as_root else unprivileged_user()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        ids = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []} if self._user else {}
        with (self._folder / f"{self.name}.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self._folder, env=self._environment,
                stdout=log, stderr=log, start_new_session=True, **ids,  # type: ignore[call-overload]
            )  # fmt: skip

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def signal(self, number: int) -> None:
        """Send a signal to the first process."""
        if self._process is not None and not self.has_ended:
            self._process.send_signal(number)

    def kill(self) -> None:
        """Kill the whole process group, as a power cut does."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def stop(self, seconds: float = 10) -> None:
        """End it as a terminal does; kill what has not ended in time."""
        self.signal(signal.SIGTERM)
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self.kill()
