"""How far a step of a disruption is: from its own state, its SMS and its refund. No input or output."""

from typing import Literal

from msgspec import Struct

from chuckwagon.disruptions import models
from chuckwagon.jobs import outbox
from chuckwagon.notifications import delivery_status

PENDING, DONE, FAILED = "pending", "done", "failed"
Progress = Literal["pending", "done", "failed"]
Problem = Literal["order", "refund", "text"]
STEP_FAILED = "The order could not be changed. Try again, or change it by hand."
SMS_FAILED = "The text could not be sent."
REFUND_FAILED = (
    "The card refund was refused. Try again. If it is refused again, refund it in the Stripe dashboard or in cash."
)


class StepFacts(Struct, frozen=True):
    """The columns that decide how far a step is; None where there is no row."""

    state: str
    reason: str | None
    sms_kind: str | None
    outbox_status: str | None
    sms_status: str | None
    sms_reason: str | None
    is_refund_refused: bool  # and the money was not given back another way
    is_overtaken: bool  # the SMS would no longer be true
    is_closed: bool  # the order is cancelled or completed


class StepOutcome(Struct, frozen=True):
    """How far a step is, and for a failed one, what failed and why."""

    progress: Progress
    reason: str = ""
    problem: Problem = "text"


def read_outcome(facts: StepFacts) -> StepOutcome:
    """How far a step is. It is done once the order is changed and its SMS was sent, or it needs none."""
    if facts.state == models.WAITING:
        return StepOutcome("pending")
    if facts.state == models.UNNEEDED or (facts.state == models.FAILED and facts.is_closed):
        return StepOutcome("done")
    if facts.state == models.FAILED:
        return StepOutcome("failed", facts.reason or STEP_FAILED, "order")
    if facts.sms_kind is not None and facts.outbox_status == outbox.WAITING:
        return StepOutcome("pending")
    if facts.is_refund_refused:
        return StepOutcome("failed", REFUND_FAILED, "refund")
    if facts.is_overtaken:
        return StepOutcome("done")
    is_lost = facts.sms_status in (*delivery_status.UNSUCCESSFUL, delivery_status.SKIPPED)
    if facts.sms_kind is not None and (is_lost or facts.outbox_status in (outbox.FAILED, outbox.SKIPPED)):
        return StepOutcome("failed", facts.sms_reason or SMS_FAILED)
    return StepOutcome("done")
