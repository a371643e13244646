"""The guards that `mutants.py` takes away: what fails without one, where it stands, which tests should notice."""

from mutant_tables import (
    accounts,
    checkout,
    discovery,
    disruptions,
    drawer,
    late_orders,
    menus,
    messages,
    offers,
    orders,
    payments,
    printers,
    privacy,
    refunds,
    slots,
    trucks,
)
from mutant_tables.mutant import Mutant

TABLES: list[list[Mutant]] = [
    checkout.MUTANTS,
    privacy.MUTANTS,
    printers.MUTANTS,
    accounts.MUTANTS,
    payments.MUTANTS,
    discovery.MUTANTS,
    disruptions.MUTANTS,
    drawer.MUTANTS,
    late_orders.MUTANTS,
    menus.MUTANTS,
    messages.MUTANTS,
    offers.MUTANTS,
    orders.MUTANTS,
    refunds.MUTANTS,
    slots.MUTANTS,
    trucks.MUTANTS,
]
MUTANTS = [mutant for table in TABLES for mutant in table]
QUICK = [table[0] for table in TABLES]
