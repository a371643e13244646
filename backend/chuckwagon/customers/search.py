"""Search words of customers, the parser of a search box, and the index of the words, written by the worker.

An order stores the words in the customer's own row, marked as not indexed, so that it does not wait for the index. The
index is for the searches of a large database; until it has a customer, a search reads the marked rows themselves
(`reporting/customer_search.py`).

Why: docs/decisions/0035-search-index-later.md
"""

import re
import unicodedata

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import IS_NOT_INDEXED, Customer, CustomerWord, TruckCustomer
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, table_of
from chuckwagon.kit.errors import invalid_parameter
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import has_control_characters

MAX_SEARCH_LENGTH = 100
MAX_WORD_LENGTH, MAX_WORDS = 60, 60
PHONE_SUFFIX_LENGTHS = (10, 7, 4)
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")


def clean_search(text: str) -> str:
    """The text without the spaces around it. Raises InvalidInput for long text and control characters."""
    text = text.strip()
    if len(text) > MAX_SEARCH_LENGTH or has_control_characters(text):
        text = f"Search for plain text of at most {MAX_SEARCH_LENGTH} characters."
        sentence = Sentence(text, "search_invalid", max=MAX_SEARCH_LENGTH)
        raise invalid_parameter("q", sentence)
    return text


def phone_digits(text: str) -> str:
    """The digits of a text without letters, which may be a part of a phone number; empty for other text."""
    return "" if _LETTER.search(text) else re.sub("[^0-9]", "", text)


def search_words(name: str, email: str | None, phone: str) -> set[str]:
    """Search words of a customer: the words of the name and e-mail address, and suffixes of the phone number."""
    digits = re.sub("[^0-9]", "", phone)
    return {*_split_words(f"{name} {email or ''}"), *(digits[-length:] for length in PHONE_SUFFIX_LENGTHS)} - {""}


def parse_search_words(text: str) -> list[str]:
    """The word prefixes in the text, longest first. A phone number in any format is one word.

    Raises InvalidInput.
    """
    text = clean_search(text)
    if digits := phone_digits(text.removeprefix("+1")):
        return [digits[1:] if len(digits) == 11 and digits[0] == "1" else digits[:MAX_WORD_LENGTH]]
    return sorted(set(_split_words(text)), key=lambda word: (-len(word), word))


def _split_words(text: str) -> list[str]:
    """The words of the text in lower case and without accents, so that "Zoe" finds "Zoë"."""
    plain = text.casefold()
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return [word[:MAX_WORD_LENGTH] for word in _WORD.findall(plain)]


MAX_CUSTOMERS = 200  # per transaction, because one transaction blocks all writes on SQLite
_customers, _truck_customers = table_of(Customer), table_of(TruckCustomer)
_ADD_WORD = CompiledStatement(
    lambda insert: insert(table_of(CustomerWord)).on_conflict_do_nothing(), ("truck_id", "word", "customer_id")
)
_WAITING = sa.select(_truck_customers.c.customer_id).where(IS_NOT_INDEXED)


def has_unindexed(session: Session) -> bool:
    """Whether any customer has words that are not in the index."""
    return session.execute(_WAITING.limit(1)).first() is not None


def index_words(db: Database) -> None:
    """Index the words of all customers that wait for it. One that is locked waits for the next run."""
    while db.write(_index_some) == MAX_CUSTOMERS:
        pass


def _index_some(session: Session) -> int:
    """Index the words of up to MAX_CUSTOMERS customers. Returns how many.

    The lock keeps out orders and erasures of the customer. The words are read under it, since they may have changed.
    """
    waiting = session.scalars(_WAITING.distinct().limit(MAX_CUSTOMERS)).all()
    lock = sa.select(_customers.c.id).where(_customers.c.id.in_(waiting)).order_by(_customers.c.id)
    locked = session.scalars(lock.with_for_update(skip_locked=True)).all()
    table = _truck_customers.c
    of_locked = sa.and_(table.customer_id.in_(locked), IS_NOT_INDEXED)
    rows = session.execute(sa.select(table.truck_id, table.customer_id, table.words).where(of_locked)).all()
    entries = [
        {"truck_id": truck_id, "word": word, "customer_id": customer_id}
        for truck_id, customer_id, words in rows
        for word in words.split()
    ]
    if entries:
        _ADD_WORD.run_each_later(session, entries)
    session.execute(sa.update(_truck_customers).where(of_locked).values(is_indexed=True))
    return len(locked)
