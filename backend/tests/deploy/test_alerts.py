"""The shipped alert rules use only metrics that exist."""

import ast
import re

import pytest
import yaml

from chuckwagon.monitoring import READ_HERE
from tests.servers import BACKEND

RULES = yaml.safe_load((BACKEND.parent / "deploy/alerts.yaml").read_text(encoding="utf-8"))
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
GUIDE = (BACKEND.parent / "docs/guides/operate.md").read_text(encoding="utf-8")


def find_metrics():
    """By name, each metric of the source as its type and labels, which the library tells only of series that exist."""
    for path in (BACKEND / "chuckwagon").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for call in ast.walk(ast.parse(text)) if "from prometheus_client import" in text else ():
            match call:
                case ast.Call(ast.Name("Counter" | "Gauge" | "Histogram" as kind), [ast.Constant(name), _, *labels]):
                    yield name, (kind, ast.literal_eval(labels[0]) if labels else ())


METRICS = dict(find_metrics())
NAMES = {*METRICS, *(about[0] for about in READ_HERE)}
# The labels of gauges are named where they are read (monitoring.py).
OF_GAUGES = {"chuckwagon_outbox_oldest_seconds": ("kind",)}
TYPES = ("_bucket", "_sum", "_count")


def samples_of(name):
    is_histogram = METRICS.get(name, ("Gauge",))[0] == "Histogram"
    return {f"{name}{ending}" for ending in TYPES} if is_histogram else {name}


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: rule["alert"])
def test_each_figure_of_a_rule_exists(rule):
    known = set().union(*(samples_of(name) for name in NAMES))
    named = set(re.findall(r"\bchuckwagon_\w+", rule["expr"]))
    assert named <= known
    assert named or "up{" in rule["expr"]
    labels = set(re.findall(r"[{,]\s*(\w+)(?:=~|!=|!~|=)", rule["expr"])) - {"job"}
    by_name = {label for name in named for label in METRICS.get(name, ("Gauge", OF_GAUGES.get(name, ())))[1]}
    assert labels <= by_name | {"instance"}
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert rule["annotations"]["summary"]


def test_what_wakes_somebody_is_there():
    paged = {rule["alert"] for rule in ALERTS if rule["labels"]["severity"] == "page"}
    assert paged >= {
        "PaidWithoutOrder", "PaymentFitsNoCheckout", "WebhookSignaturesFail", "WebhooksMissing",
        "OutboxOld", "ServerErrors", "DiskFull", "BackupOld",
    }  # fmt: skip


def test_every_figure_is_explained_in_the_guide():
    table = GUIDE.split("## Watching it")[1]
    explained = set(re.findall(r"`(chuckwagon_\w+)`", table))
    assert explained == NAMES


def test_names_follow_the_conventions():
    for name, (kind, _labels) in METRICS.items():
        assert name.startswith("chuckwagon_")
        assert name.endswith("_total") == (kind == "Counter"), name
        assert kind != "Histogram" or name.endswith("_seconds"), name
