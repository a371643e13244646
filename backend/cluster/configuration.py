"""Ports and files of the cluster: the templates of `deploy/cluster/` with their values."""

import os
from pathlib import Path
from string import Template

from tests.servers import BACKEND, postgres_programs, unprivileged_user

TEMPLATES = BACKEND.parent / "deploy/cluster"
NODES = ("pg1", "pg2")
PORTS = (
    "PUBLIC", "SERVER_1", "SERVER_2", "SANDBOX", "STORE", "ETCD", "ETCD_PEER", "PRIMARY", "POOLER",
    "PG1", "PG2", "PG1_REST", "PG2_REST",
)  # fmt: skip
PASSWORD = "on-one-machine"  # nothing but this machine can reach the cluster


class Configuration:
    """The folder of a cluster, its ports and its files."""

    def __init__(self, folder: Path, first_port: int) -> None:
        self.folder = folder
        self.ports = {name: first_port + at for at, name in enumerate(PORTS)}
        self._values = {f"{name}_PORT": str(port) for name, port in self.ports.items()} | {
            "FOLDER": str(folder),
            "PASSWORD": PASSWORD,
            "POSTGRES_BIN": str(postgres_programs()),
            "POSTGRES_HOST": "127.0.0.1",
        }

    def write(self) -> None:
        """Write every file, readable for the user of the database."""
        self.folder.chmod(0o755)
        for node in NODES:
            own = {"NODE": node, "POSTGRES_PORT": str(self.ports[node.upper()])}
            own["REST_PORT"] = str(self.ports[f"{node.upper()}_REST"])
            self._render("patroni.yml", f"{node}.yml", own)
        self._render("haproxy.cfg", "haproxy.cfg", {})
        self._render("pgbouncer.ini", "pgbouncer.ini", {"POSTGRES_PORT": str(self.ports["PRIMARY"])})
        users = f'"chuckwagon" "{PASSWORD}"\n"pooler_admin" "{PASSWORD}"\n'
        (self.folder / "userlist.txt").write_text(users, encoding="utf-8")
        user = unprivileged_user()
        for path in (self.folder, *self.folder.iterdir()):
            if user is not None:
                os.chown(path, user.pw_uid, user.pw_gid)

    def server_settings(self) -> dict[str, str]:
        """The settings that all servers and the worker share."""
        text = Template((TEMPLATES / "server.env").read_text(encoding="utf-8")).substitute(self._values)
        return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))

    def _render(self, template: str, name: str, own: dict[str, str]) -> None:
        text = Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(self._values | own)
        (self.folder / name).write_text(text, encoding="utf-8")
