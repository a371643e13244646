"""The command `reconcile`: its period, its table and its exit status."""

from datetime import UTC, datetime

import pytest

from chuckwagon.cli import reconcile as reconciling
from tests.payments.reconciliation.conftest import buy, taco, truck  # noqa: F401


@pytest.mark.parametrize(
    ("since", "until", "begin", "end"),
    [
        ("2026-07-01", "2026-07-01", "2026-07-01T00:00:00", "2026-07-02T00:00:00"),
        ("2026-07-01T19:30:00Z", "2026-07-03", "2026-07-01T19:30:00", "2026-07-04T00:00:00"),
        ("2026-07-01T19:30:00-07:00", "2026-07-03", "2026-07-02T02:30:00", "2026-07-04T00:00:00"),
        (None, "2026-07-09", "2026-07-03T00:00:00", "2026-07-10T00:00:00"),
    ],
)
def test_bounds_are_days_or_instants(since, until, begin, end):
    wanted = tuple(datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (begin, end))
    assert reconciling.parse_period(since, until) == wanted


@pytest.mark.parametrize(
    ("since", "until"),
    [("soon", None), ("2026-13-01", None), ("2026-07-02", "2026-07-01"), ("9999-12-31", "9999-12-31")],
)
def test_bounds_that_are_none_are_told(since, until):
    with pytest.raises(reconciling.InvalidPeriod):
        reconciling.parse_period(since, until)


def test_from_the_command_line(program, buy, settings, database_url):  # noqa: F811
    """Exits with 1 while something is unresolved, else with 0. The table contains no personal data."""
    intent = buy(verify=False)
    environment = {
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
    }
    dry = program.call("reconcile", "--dry-run", **environment)
    assert (dry.returncode, "order missing" in dry.stdout) == (1, True)
    done = program.call("reconcile", **environment)
    assert done.returncode == 0, done.stdout
    assert intent in done.stdout
    assert "Everything is resolved." in done.stdout
    assert "Ada" not in done.stdout
    again = program.call("reconcile", **environment)
    assert (again.returncode, intent in again.stdout) == (0, False)
    wrong = program.call("reconcile", "--since", "soon", **environment)
    assert (wrong.returncode, "neither a day nor an instant" in wrong.stdout) == (1, True)
    away = program.call("reconcile", **environment | {"STRIPE_API_BASE": "http://127.0.0.1:9"})
    assert (away.returncode, "Run the command again" in away.stdout) == (1, True)
    assert "Traceback" not in away.stdout
