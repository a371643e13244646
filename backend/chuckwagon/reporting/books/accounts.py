"""The accounts of the books: their names, codes and the names of tax rates, as a truck's bookkeeper has them."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import Conflict, raise_if_any
from chuckwagon.kit.sentences import REQUIRED_FIELDS, UNPRINTABLE, Sentence
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters
from chuckwagon.reporting.books.models import BookAccounts

ACCOUNTS_CHANGED = "books.accounts_changed"
MAX_TAX_RATES = 50
RATE_TWICE = Sentence("This rate has a name already.", "tax_rate_twice")
TAX_ACCOUNT_SHARED = Sentence("Sales tax needs an account of its own.", "tax_account_shared")
Name = Annotated[str, Meta(max_length=80)]
Code = Annotated[str, Meta(max_length=20)]


class Account(Struct, frozen=True):
    """An account: its name, with a colon between its levels, and its code."""

    name: Name
    code: Code


class AccountNames(Struct, frozen=True, rename="camel"):
    """The accounts that entries are posted to, in the order of a chart of accounts.

    `processor` is the truck's account at the payment provider, `platform` what the platform holds for it. `card` is
    money taken on another device, `drawer` the other side of pay-ins and pay-outs.
    """

    cash: Account = field(default_factory=lambda: Account("Assets:Cash drawer", "1000"))
    card: Account = field(default_factory=lambda: Account("Assets:Card terminal", "1010"))
    processor: Account = field(default_factory=lambda: Account("Assets:Card payments", "1020"))
    platform: Account = field(default_factory=lambda: Account("Assets:Held by the platform", "1030"))
    tax: Account = field(default_factory=lambda: Account("Liabilities:Sales tax", "2200"))
    tips: Account = field(default_factory=lambda: Account("Liabilities:Tips", "2210"))
    drawer: Account = field(default_factory=lambda: Account("Equity:Drawer pay-ins and pay-outs", "3000"))
    sales: Account = field(default_factory=lambda: Account("Income:Sales", "4000"))
    discounts: Account = field(default_factory=lambda: Account("Income:Discounts", "4010"))
    refunds: Account = field(default_factory=lambda: Account("Income:Refunds", "4020"))
    fees: Account = field(default_factory=lambda: Account("Expenses:Platform fees", "6000"))
    disputes: Account = field(default_factory=lambda: Account("Expenses:Disputes", "6010"))
    over_short: Account = field(default_factory=lambda: Account("Expenses:Cash over and short", "6020"))


class TaxRateName(Struct):
    """The name that the accounting program has for a rate (percent)."""

    rate: Annotated[float, Meta(ge=0, le=20)]
    name: Name


class BookNames(Struct, rename="camel"):
    """All names of a truck's books. `noTax` names the tax rate of lines that have none."""

    accounts: AccountNames = field(default_factory=AccountNames)
    tax_rates: Annotated[list[TaxRateName], Meta(max_length=MAX_TAX_RATES)] = field(default_factory=list)
    no_tax: Name = "Tax Exempt"

    def name_rate(self, percent: float) -> str:
        """The name of a rate for lines of sales at it."""
        return next((one.name for one in self.tax_rates if one.rate == percent), self.no_tax)


class BookSettings(BookNames, rename="camel"):
    """The names, with the `version` that a change of them has to send: 0 while they are the usual ones."""

    version: int = 0


class AccountsChanged(Conflict):
    """Another user has changed the names since; `accounts` are the present ones."""

    code = "version_conflict"
    sentence = "Someone has changed these names since you opened them."


def read_names(session: Session, truck_id: str) -> BookSettings:
    """The names of the truck's books, or the usual ones."""
    row = session.get(BookAccounts, truck_id)
    return convert({**row.names, "version": row.version}, BookSettings) if row else BookSettings()


def change_names(db: Database, actor: Actor, truck_id: str, sent: BookSettings) -> BookSettings:
    """Store the names of the truck's books. Raises InvalidInput, and AccountsChanged for an old version."""
    names = _check(sent)

    def write(session: Session) -> BookSettings:
        row = session.get(BookAccounts, truck_id, with_for_update=True)
        if sent.version != (row.version if row else 0):
            raise AccountsChanged(accounts=msgspec.to_builtins(read_names(session, truck_id)))
        stored = msgspec.to_builtins(names)
        if row is None:
            session.add(BookAccounts(truck_id=truck_id, names=stored))
        else:
            row.names, row.version = stored, row.version + 1
        session.flush()
        record(session, actor.author, ACCOUNTS_CHANGED, truck_id, truck_id=truck_id, details={})
        return read_names(session, truck_id)

    return db.write(write)


def _check(sent: BookSettings) -> BookNames:
    problems: dict[str, Sentence] = {}
    accounts = AccountNames(
        **{
            name: Account(
                _read(problems, f"accounts.{name}.name", getattr(sent.accounts, name).name),
                _read(problems, f"accounts.{name}.code", getattr(sent.accounts, name).code),
            )
            for name in AccountNames.__struct_fields__
        }
    )
    _check_tax_account(problems, accounts)
    seen: set[float] = set()
    for index, one in enumerate(sent.tax_rates):
        if one.rate in seen:
            problems[f"taxRates.{index}.rate"] = RATE_TWICE
        seen.add(one.rate)
    rates = [
        TaxRateName(one.rate, _read(problems, f"taxRates.{index}.name", one.name))
        for index, one in enumerate(sent.tax_rates)
    ]
    no_tax = _read(problems, "noTax", sent.no_tax)
    raise_if_any(problems)
    return BookNames(accounts, rates, no_tax)


def _check_tax_account(problems: dict[str, Sentence], accounts: AccountNames) -> None:
    """Refuse a tax account that another one is booked to as well: its balance would not be the tax of the report."""
    others = [getattr(accounts, name) for name in AccountNames.__struct_fields__ if name != "tax"]
    for part in ("name", "code"):
        own = getattr(accounts.tax, part).casefold()
        if own in {getattr(other, part).casefold() for other in others}:
            problems.setdefault(f"accounts.tax.{part}", TAX_ACCOUNT_SHARED)


def _read(problems: dict[str, Sentence], path: str, text: str) -> str:
    """The text without repeated spaces, which end an account's name in a plain-text journal."""
    cleaned = collapse_whitespace(text)
    if not cleaned:
        problems[path] = REQUIRED_FIELDS
    elif has_control_characters(cleaned):
        problems[path] = UNPRINTABLE
    return cleaned
