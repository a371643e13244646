"""The process dies after each step of the money's way, one step further each time; the end is always whole.

A step is a transaction or a call of a provider. Between two of them nothing is half done, so dying after
each covers every place: what was not committed never happened. After a death the next process takes over,
and whoever waited for an answer asks again.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from chuckwagon.accounts.models import ADMIN
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import outbox
from chuckwagon.core.db import Database
from chuckwagon.gateways import stripe_api, twilio_api
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.orders import kitchen, refunding
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.schemas import ChangeRequest
from chuckwagon.payments import provider_events, schemas, service, settlement
from chuckwagon.worker import Worker
from tests.conftest import empty
from tests.factories import cart_for
from tests.payments.money_truth import Books, judge_quiet, judge_step
from tests.payments.money_world import Killed, World
from tests.payments.test_webhook_door import sign

pytestmark = pytest.mark.dialect


class Reaper:
    """Ends the process after so many steps of this thread; 0 lets it live."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.left = 0
        self._thread = threading.get_ident()
        for owner, name in ((Database, "write"), (stripe_api, "call_stripe"), (twilio_api, "_call")):
            patch.setattr(owner, name, self._around(getattr(owner, name)))

    def _around(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **more: Any) -> Any:
            answer = real(*given, **more)
            if self.left and threading.get_ident() == self._thread:
                self.left -= 1
                if not self.left:
                    raise Killed
            return answer

        return step


class Story:
    """One guest's order, from the form to the last refund; each action can be begun again."""

    def __init__(self, world: World) -> None:
        self.world, self.db, self.settings = world, world.db, world.settings
        self.stripe = stripe_gateway(world.settings)
        self.guest = world.arrive()
        self.actor = Actor(world.cast.truck_admin.id, ADMIN, world.truck.id, "")
        self.body = cart_for(world.truck, (self.guest.dish, 2))
        self.body["customerInfo"]["phone"] = self.guest.phone
        self.intent = self.order_id = ""

    def press_pay(self) -> None:
        request = msgspec.convert(self.body, schemas.PaymentIntentRequest)
        caller = service.Caller(self.guest.attempt, self.guest.attempt, self.guest.attempt)
        answer = service.open_checkout(self.db, self.stripe, self.settings, request, caller)
        self.intent = answer.payment_intent_id
        self.guest.intents = [self.intent]

    def pay(self) -> None:
        self.world.pay(self.intent, "4242424242424242")

    def verify(self) -> None:
        request = schemas.VerifyRequest(self.intent)
        settlement.verify_payment(self.db, self.stripe, self.settings, request, self.guest.phone)

    def hear_of(self, *types: str) -> None:
        """The provider's events of this payment, the same ones again after a death."""
        for event in self.world.sandbox.ledger()["events"]:
            if event["type"] in types:
                payload = self.world.sandbox.get(f"/v1/events/{event['id']}").content
                read = self.stripe.read_event(payload, sign(payload, self.settings))
                provider_events.take_event(self.db, self.stripe, self.settings, read)

    def hear_of_the_payment(self) -> None:
        self.hear_of("payment_intent.created", "payment_intent.succeeded")

    def hear_of_the_refunds(self) -> None:
        self.hear_of("charge.refunded", "refund.created")

    def work(self) -> None:
        Worker(self.db, self.settings).run_once()

    def reconcile(self) -> None:
        self.work()

    def look_up_the_order(self) -> None:
        with self.db.reading() as session:
            self.order_id = find_order_by_intent(session, self.intent).id

    def move(self, status: str) -> None:
        kitchen.change_order(self.db, self.actor, self.order_id, ChangeRequest(status))

    def confirm(self) -> None:
        self.move("confirmed")

    def cancel(self) -> None:
        self.move("cancelled")

    def refund_a_part(self) -> None:
        wanted = refunding.RefundRequest(amount=5.0, reason="Cold tacos")
        refunding.refund_order(self.db, self.actor, self.order_id, wanted, f"refund-{self.intent}")

    def give_back_elsewhere(self) -> None:
        if not [one for one in self.world.sandbox.ledger()["refunds"] if self.of_this(one, 300)]:
            self.world.give_back_elsewhere(self.intent, 300)

    def of_this(self, refund: dict[str, Any], cents: int) -> bool:
        return (refund["payment_intent"], refund["amount"]) == (self.intent, cents)


SETTLING = {
    "the page": [Story.verify],
    "the webhook": [Story.hear_of_the_payment],
    "the reconciler": [Story.reconcile],
}
AFTERWARDS = [
    Story.look_up_the_order,
    Story.work,
    Story.confirm,
    Story.refund_a_part,
    Story.work,
    Story.give_back_elsewhere,
    Story.hear_of_the_refunds,
    Story.cancel,
    Story.work,
]


def tell(world: World, actions: list[Callable[[Story], None]], armed: set[Any], reaper: Reaper) -> bool:
    """One story with the reaper about in the armed actions; says whether it was met."""
    story, is_met, steps = Story(world), False, reaper.left
    reaper.left = 0
    for action in actions:
        reaper.left = steps if action in armed and not is_met else 0
        try:
            action(story)
            steps = reaper.left or steps
        except Killed:
            is_met = True
            world.pass_time(outbox.LEASE + timedelta(seconds=1))
            action(story)
        reaper.left = 0
        world.pass_time(timedelta(seconds=1))
    if is_met:
        world.pass_time(outbox.LEASE)
        story.work()
    judge(world, story)
    return is_met


def judge(world: World, story: Story) -> None:
    books = Books(world.db, world.sandbox)
    judge_step(books, [guest.intents for guest in world.guests])
    judge_quiet(books)
    assert len(books.ledger["payment_intents"]) == len(books.orders) == len(world.guests)
    assert sorted(one["amount"] for one in books.given_back(story.intent)) == [300, 500, 1375]
    [order] = [one for one in books.orders if one.id == story.order_id]
    assert books.history[order.id] == ["pending", "confirmed", "cancelled"]
    kinds = sorted(text.kind for text in books.texts if text.order_id == order.id)
    assert kinds == ["cancelled", "confirmed", "refunded"]


# The webhook's few deaths come with every change; the proof suite walks the whole way.
@pytest.mark.parametrize(
    "teller",
    [name if name == "the webhook" else pytest.param(name, marks=pytest.mark.proof) for name in SETTLING],
)
def test_after_a_death_at_any_step_the_end_is_whole(
    client, db, settings, sandbox, clock, monkeypatch, teller
):
    """By the page the whole way is walked; the two other tellers differ only in how the payment arrives."""
    settling = SETTLING[teller]
    actions = [Story.press_pay, Story.pay, *settling, *AFTERWARDS]
    armed = set(actions if teller == "the page" else settling)
    reaper, deaths = Reaper(monkeypatch), 0
    while True:
        sandbox.reset()
        reaper.left = 0
        empty(db)
        clock.set(datetime.now(UTC).isoformat())
        world = World(db, settings, client, sandbox, clock)
        reaper.left = deaths + 1
        if not tell(world, actions, armed, reaper):
            break
        deaths += 1
    assert deaths >= (20 if teller == "the page" else 1)
