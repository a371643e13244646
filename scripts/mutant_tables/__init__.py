"""The guards that `mutants.py` takes away: where each stands, what is left without it, who should notice."""

from mutant_tables import (
    checkout,
    database,
    events,
    messages,
    orders,
    reconciliation,
    refunds,
    screens,
    settlement,
)
from mutant_tables.mutant import Mutant

MUTANTS: list[Mutant] = [
    *settlement.MUTANTS,
    *events.MUTANTS,
    *reconciliation.MUTANTS,
    *checkout.MUTANTS,
    *refunds.MUTANTS,
    *orders.MUTANTS,
    *messages.MUTANTS,
    *database.MUTANTS,
    *screens.MUTANTS,
]
