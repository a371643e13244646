"""PgBouncer in transaction mode, with the settings that `deploy/cluster/pgbouncer.ini` gives to operators."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from string import Template
from typing import Any

from tests import environment
from tests.servers import BACKEND, free_ports, unprivileged_user, wait_until

TEMPLATE = BACKEND.parent / "deploy/cluster/pgbouncer.ini"
PROGRAM = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
PASSWORD = "pooled"


class PgBouncer:
    """A pooler on a free port in front of the PostgreSQL whose socket is in `postgres_folder`."""

    def __init__(self, postgres_folder: str) -> None:
        [self.port] = free_ports()
        self._postgres_folder = postgres_folder
        self._folder = Path(tempfile.mkdtemp(prefix="chuckwagon-pooler-", dir=environment.run_folder()))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, database: str) -> str:
        """Serve one database; returns its URL."""
        config = self._write_config(database)
        assert PROGRAM is not None
        with (self._folder / "log").open("wb") as log:
            command = [PROGRAM, str(config)]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._as_user())
        wait_until(self._answers)
        return f"postgresql://chuckwagon:{PASSWORD}@127.0.0.1:{self.port}/chuckwagon"

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write_config(self, database: str) -> Path:
        values = {
            "POSTGRES_HOST": self._postgres_folder,
            "POSTGRES_PORT": "5432",
            "POOLER_PORT": str(self.port),
            "FOLDER": str(self._folder),
        }
        config = self._folder / "pgbouncer.ini"
        text = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(values)
        config.write_text(text.replace("dbname=chuckwagon", f"dbname={database}"), encoding="utf-8")
        users = f'"chuckwagon" "{PASSWORD}"\n"pooler_admin" "{PASSWORD}"\n'
        (self._folder / "userlist.txt").write_text(users, encoding="utf-8")
        for path in (self._folder, *self._folder.iterdir()):
            if user := unprivileged_user():
                os.chown(path, user.pw_uid, user.pw_gid)
        return config

    def _as_user(self) -> dict[str, Any]:
        user = unprivileged_user()
        if user is None:
            return {}
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def _answers(self) -> bool:
        import psycopg

        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "log").read_text()
        where = f"host=127.0.0.1 port={self.port} user=pooler_admin password={PASSWORD} dbname=pgbouncer"
        try:
            psycopg.connect(where, autocommit=True).close()
        except psycopg.OperationalError:
            return False
        return True
