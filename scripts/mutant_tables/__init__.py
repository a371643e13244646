"""The guards that `mutants.py` takes away: where each stands, what is left without it, who should notice."""

from mutant_tables import (
    checkout,
    database,
    disruptions,
    events,
    messages,
    offers,
    orders,
    pushes,
    reconciliation,
    refunds,
    schedule,
    screens,
    second_factors,
    settlement,
    slots,
    sms_limits,
    starts,
    tips,
)
from mutant_tables.mutant import Mutant

MUTANTS: list[Mutant] = [
    *settlement.MUTANTS,
    *events.MUTANTS,
    *reconciliation.MUTANTS,
    *checkout.MUTANTS,
    *refunds.MUTANTS,
    *orders.MUTANTS,
    *schedule.MUTANTS,
    *disruptions.MUTANTS,
    *slots.MUTANTS,
    *tips.MUTANTS,
    *second_factors.MUTANTS,
    *offers.MUTANTS,
    *messages.MUTANTS,
    *sms_limits.MUTANTS,
    *pushes.MUTANTS,
    *database.MUTANTS,
    *screens.MUTANTS,
    *starts.MUTANTS,
]
