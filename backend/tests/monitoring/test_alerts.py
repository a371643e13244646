"""The shipped alert rules use only metrics that exist."""

import re

import pytest
import yaml

import chuckwagon.app
from chuckwagon.monitoring.gauges import READ_HERE
from chuckwagon.observability.metrics import METRICS, Histogram
from tests.servers import BACKEND

assert chuckwagon.app  # imports the metrics of all slices
RULES = yaml.safe_load((BACKEND.parent / "deploy/alerts.yaml").read_text(encoding="utf-8"))
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
GUIDE = (BACKEND.parent / "docs/guides/operate.md").read_text(encoding="utf-8")
NAMES = {name for name in METRICS if name.startswith("chuckwagon_")} | {about[0] for about in READ_HERE}
# The labels of gauges are named where they are read (monitoring/gauges.py).
OF_GAUGES = {"chuckwagon_outbox_oldest_seconds": ("kind",)}
TYPES = ("_bucket", "_sum", "_count")


def samples_of(name):
    is_histogram = isinstance(METRICS.get(name), Histogram)
    return {f"{name}{ending}" for ending in TYPES} if is_histogram else {name}


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: rule["alert"])
def test_each_figure_of_a_rule_exists(rule):
    known = set().union(*(samples_of(name) for name in NAMES))
    named = set(re.findall(r"\bchuckwagon_\w+", rule["expr"]))
    assert named <= known
    assert named or "up{" in rule["expr"]
    labels = set(re.findall(r"[{,]\s*(\w+)(?:=~|!=|!~|=)", rule["expr"])) - {"job"}
    by_name = {label for name in named for label in getattr(METRICS.get(name), "labels", OF_GAUGES.get(name, ()))}
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
    for name, metric in METRICS.items():
        if name.startswith("chuckwagon_"):
            kind = type(metric).__name__
            assert name.endswith("_total") == (kind == "Counter"), name
            assert kind != "Histogram" or name.endswith("_seconds"), name
