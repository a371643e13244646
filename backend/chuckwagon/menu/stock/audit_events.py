"""Audit events of counted stock."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import FieldChange, record
from chuckwagon.menu.stock.schemas import StockCount
from chuckwagon.schedule.models import Stop

STOCK_CHANGED = "stock.changed"


def record_stock_changes(
    session: Session, actor: Actor, stop: Stop, before: Sequence[StockCount], after: Sequence[StockCount]
) -> None:
    """Record which counts differ, keyed by the name of the item or option; nothing when none does.

    The values are how many pieces there are in all; None for what is not counted.
    """
    old, new = ({count.name: count.initial for count in counts} for counts in (before, after))
    names = [*old, *(name for name in new if name not in old)]
    changed = {name: FieldChange(old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)}
    if changed:
        record(session, actor.author, STOCK_CHANGED, stop.id, truck_id=stop.truck_id, details=changed)
