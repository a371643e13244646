"""Each command as an operator runs it, in a process that has imported nothing else, and as the documents type it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from chuckwagon.accounts.models import AUTHENTICATOR, SecondFactor
from chuckwagon.cli.main import cli
from chuckwagon.db.database import TABLES_OUTSIDE_MODELS
from chuckwagon.db.migrations import migration_engine, newest_revision, upgrade_in_transaction
from chuckwagon.kit.ids import new_id
from tests.cast import PASSWORD
from tests.cli.conftest import PRODUCT_PREFIXES
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.databases import create_tables
from tests.factories import make_item
from tests.payments.paid_orders import Shop
from tests.servers import BACKEND, PostgresServer, free_ports

pytestmark = pytest.mark.usefixtures("own_programs")

ROOT = BACKEND.parent
OLDER_BY = 8  # revisions
EMPTY, MIGRATED, SEEDED, OLDER = "empty", "migrated", "seeded", "older"
PHONE = "213-373-4100"

# The arguments, the exit code and a word of the output, then what differs on one kind of database.
Row = tuple[str, int, str, dict[str, tuple[int, str]]]
REFUSED = dict.fromkeys((EMPTY, OLDER), (1, "run chuckwagon migrate"))
OF_EVERY_CHANGE: tuple[Row, ...] = (
    ("create-superadmin --email new@example.com --name New", 0, "may now sign in", {}),
    ("backup {folder}/saved.zip", 0, "Saved to", {EMPTY: (1, "Error: ")}),
)
IMPORT_LITTLE: tuple[Row, ...] = (
    (
        "remove-second-factor {staff}",
        0,
        "factor is removed",
        {**REFUSED, MIGRATED: (1, "No account"), SEEDED: (1, "No account")},
    ),
    ("audit verify", 0, "The audit log is intact", REFUSED),
    ("recompute-usage", 0, "counts of offers were repaired", REFUSED),
    ("export-customer --phone {phone}", 0, '"orders"', {}),
    (
        "erase-customer --phone {phone}",
        0,
        "Erased",
        dict.fromkeys((EMPTY, MIGRATED, SEEDED, OLDER), (0, "There is no data")),
    ),
)
IMPORT_MUCH: tuple[Row, ...] = (
    ("doctor", 0, "ok  ", REFUSED),
    ("migrate", 0, "is up to date", dict.fromkeys((EMPTY, OLDER), (0, "was migrated"))),
    ("reconcile --dry-run", 0, "Everything is resolved", {}),
    ("seed", 1, "already contains trucks", dict.fromkeys((EMPTY, OLDER, MIGRATED), (0, "is loaded"))),
    ("worker", 0, "Worker running", {}),
)
SLOW_TO_START: tuple[Row, ...] = (
    ("serve --sandbox", 0, "Chuckwagon runs at", {}),
    ("openapi", 0, '"openapi"', {}),
    ("make-push-keys", 0, "CHUCKWAGON_PUSH_PRIVATE_KEY=", {}),
    ("demo rush --customers 1", 1, "The demo does not run here", {}),
)  # fmt: skip
ROWS = (*OF_EVERY_CHANGE, *IMPORT_LITTLE, *IMPORT_MUCH, *SLOW_TO_START)
RESTORE = "restore {folder}/saved.zip"


class Operator:
    """Types commands at a database."""

    def __init__(self, settings, folder: Path, words: dict[str, str]) -> None:
        port, sandbox_port = free_ports(2)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(PRODUCT_PREFIXES)}
        self._folder, self._words = folder, {"folder": str(folder), **words}
        (folder / "given").write_text(f"{PASSWORD}\n")
        self.environment = inherited | {
            "PYTHONPATH": str(BACKEND),
            "CHUCKWAGON_SANDBOX": "1",
            "CHUCKWAGON_PORT": str(port),
            "CHUCKWAGON_SANDBOX_PORT": str(sandbox_port),
            "CHUCKWAGON_DATA_DIR": str(folder / "data"),
            "CHUCKWAGON_FRONTEND_DIR": str(settings.frontend_dir),
            "STRIPE_API_BASE": f"http://127.0.0.1:{settings.sandbox_port}",
            "STRIPE_SECRET_KEY": settings.stripe_secret_key,
        }

    def run(self, lines: Iterable[tuple[str, str]]) -> list[tuple[int, str]]:
        """Run commands at databases, given by their URLs. Returns their exit codes and outputs."""
        jobs = [
            {
                "arguments": [part.format(**self._words) for part in line.split()],
                "folder": str(self._folder),
                "environment": self.environment | {"CHUCKWAGON_DATABASE_URL": url},
            }
            for line, url in lines
        ]
        done = subprocess.run(
            [sys.executable, str(BACKEND / "tests/cli/fresh_processes.py")], input=json.dumps(jobs),
            env=self.environment, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [(code, output) for code, output in json.loads(done.stdout)]


def expect(line, done, code, word):
    assert "Traceback" not in done[1], f"{line}: {done[1]}"
    assert (done[0], word in done[1]) == (code, True), f"{line}: {done}"


def database_of_own() -> str:
    """The URL of an empty database on PostgreSQL."""
    return PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"own_{new_id()}")


def make_database(kind: str, url: str) -> None:
    if kind == EMPTY:
        return
    if kind != OLDER:
        create_tables(url)
        return
    engine = migration_engine(url)
    with engine.connect() as connection:
        upgrade_in_transaction(connection, f"{int(newest_revision()) - OLDER_BY:04}")
        connection.commit()
    engine.dispose()


@pytest.mark.parametrize(
    "rows", [OF_EVERY_CHANGE, *(pytest.param(rows, marks=pytest.mark.proof) for rows in (IMPORT_LITTLE, IMPORT_MUCH))]
)
def test_commands_work_in_processes_of_their_own(rows, client, cast, db, settings, sandbox, worker, tmp_path):
    """On a database in use. A command may need nothing that only a server has imported."""
    shop = Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=1000))
    shop.cancel(shop.buy()[0])
    worker.run_once()
    factor = SecondFactor(user_id=cast.superadmin.id, kind=AUTHENTICATOR, name="Phone")
    db.write(lambda session: session.add(factor))
    operator = Operator(settings, tmp_path, {"staff": cast.superadmin.email, "phone": PHONE})
    for (line, code, word, _), done in zip(
        rows, operator.run((row[0], settings.database) for row in rows), strict=True
    ):
        expect(line, done, code, word)
    if rows is OF_EVERY_CHANGE:
        target = f"sqlite:///{tmp_path}/restored.sqlite3" if db.is_sqlite else database_of_own()
        [restored] = operator.run([(RESTORE, target)])
        expect(RESTORE, restored, 0, "Restored the backup")


@pytest.mark.proof
@pytest.mark.parametrize("kind", [EMPTY, MIGRATED, SEEDED, OLDER])
def test_commands_work_on_each_kind_of_database(kind, settings, sandbox, tmp_path):
    """Each command meets the database as it was made."""
    operator = Operator(settings, tmp_path, {"staff": "ana@example.com", "phone": PHONE})
    urls = []
    for number in range(len(ROWS)):
        urls.append(f"sqlite:///{tmp_path}/{number}/own.sqlite3" if DATABASE_KIND == "sqlite" else database_of_own())
        (tmp_path / str(number)).mkdir()
        make_database(kind, urls[-1])
    if kind == SEEDED:
        for done in operator.run(("seed", url) for url in urls):
            expect("seed", done, 0, "is loaded")
    lines = [(row[0], url) for row, url in zip(ROWS, urls, strict=True)]
    for (line, *usual, special), done in zip(ROWS, operator.run(lines), strict=True):
        expect(f"{line} on {kind}", done, *special.get(kind, usual))


def test_the_walk_has_every_command():
    walked = {line.split()[0] for line, *_ in ROWS}
    assert walked | {"restore"} == set(cli.commands) - {"migration"}


def test_a_process_that_opens_a_database_knows_all_tables():
    """`load_models` names the modules outside `models.py`; no process would know the foreign keys of another one."""
    package = BACKEND / "chuckwagon"
    with_table = {path.relative_to(package) for path in package.rglob("*.py") if "__tablename__ =" in path.read_text()}
    others = {".".join(path.with_suffix("").parts) for path in with_table if path.name != "models.py"}
    assert others == set(TABLES_OUTSIDE_MODELS)


TYPED = re.compile(r"(?:^|[`\s=]|bin/)chuckwagon ((?!chuckwagon)(?:[a-z]+-?)+[^`\n]*)", re.MULTILINE)
FOLDERS = ("*.md", "docs/guides/*.md", "deploy/**/*.service", "deploy/*.yaml")
TYPED_LINES = [
    (path.name, line) for pattern in FOLDERS for path in ROOT.glob(pattern) for line in TYPED.findall(path.read_text())
]


def parse(line: str) -> str:
    """Parse a typed command as the program would, and return its name. Raises UsageError for an unknown option."""
    words = line.partition("#")[0].strip("'\".,}").split()
    command, name = cli, []
    while isinstance(command, click.Group):
        name.append(words.pop(0).strip(".,;:)"))
        assert name[-1] in command.commands, f"there is no {line}"
        command = command.commands[name[-1]]
    command.make_parser(click.Context(command)).parse_args(words)
    return " ".join(name)


def test_documents_type_commands_that_exist():
    assert len(TYPED_LINES) > 50
    assert {parse(line) for _, line in TYPED_LINES} >= {"audit verify", "demo rush", "restore", "erase-customer"}
    with pytest.raises(click.NoSuchOption):
        parse("reconcile --from 2026-07-01")


def test_the_handbook_lists_every_command():
    text = (ROOT / "docs/guides/operate.md").read_text()
    listed = {
        *re.findall(r"^\| `chuckwagon ([a-z-]+)", text, re.MULTILINE),
        *re.findall(r"^\| `chuckwagon [^|]*, `([a-z-]+)`", text, re.MULTILINE),
    }
    hidden = {name for name, command in cli.commands.items() if command.hidden}
    assert listed == set(cli.commands) - hidden
