"""Command `demo rush`."""

import json
import time
import urllib.error
import urllib.request
from typing import Any

import click

from chuckwagon.cli.common import load_cli_settings

RUSH_PATH = "/_sandbox/rush"
POLL_SECONDS, CALL_SECONDS = 1.0, 10.0


@click.group()
def demo() -> None:
    """Play with a running demo."""


@demo.command()
@click.option("--customers", default=40, show_default=True, help="How many come, at most 500.")
@click.option("--minutes", default=5.0, show_default=True, help="Over how many minutes, at most 60.")
def rush(customers: int, minutes: float) -> None:
    """Send simulated customers, who order and pay with test cards. Ctrl-C stops them."""
    url = load_cli_settings(demo=True).sandbox_origin + RUSH_PATH
    state = _call("POST", url, {"customers": customers, "minutes": minutes})
    try:
        while state["running"]:
            click.echo(_describe(state))
            time.sleep(POLL_SECONDS)
            state = _call("GET", url)
    except KeyboardInterrupt:
        state = _call("DELETE", url)
    click.echo(_describe(state))


def _describe(state: dict[str, Any]) -> str:
    ends = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in state["outcomes"].items() if count)
    on_the_way = f"{state['onTheWay']} on their way"
    return f"{state['sent']} of {state['customers']} customers, {on_the_way}" + (f": {ends}" if ends else "")


def _call(method: str, url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=CALL_SECONDS) as answer:  # noqa: S310 - the sandbox's own address
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        message = json.load(refused)["error"]["message"]
        raise click.ClickException(message) from None
    except OSError:
        raise click.ClickException("The demo does not run here: start it with chuckwagon serve --demo.") from None
