"""Customers are added up by the writes that change their orders; all orders can be sorted by an index."""

import re
import unicodedata
from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

WORD = sa.String(60).with_variant(sa.String(60, collation="C"), "postgresql")
COUNT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOST_WORDS, AT_ONCE = 60, 2000

# What is kept of a sale: all of a paid one, what was not given back of one that was refunded in part.
REVENUE = """
    CASE WHEN o.status = 'cancelled' OR o.payment_status NOT IN ('paid', 'partially_refunded') THEN 0
    WHEN o.payment_status = 'paid' THEN o.total_cents
    ELSE o.total_cents - (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r
        WHERE r.order_id = o.id AND r.status <> 'failed') END"""
NEWEST = """
    (SELECT n.{column} FROM orders n WHERE {whose} AND n.{column} IS NOT NULL
        ORDER BY n.created_at DESC, n.id DESC LIMIT 1)"""
HERE = "n.truck_id = o.truck_id AND n.customer_id = o.customer_id"
ADD_UP = f"""
    INSERT INTO truck_customers (
        truck_id, customer_id, phone, name, email, words, order_count, spent_cents, last_order_at)
    SELECT o.truck_id, o.customer_id, coalesce(max(o.customer_phone), ''),
        {NEWEST.format(column="customer_name", whose=HERE)},
        {NEWEST.format(column="customer_email", whose=HERE)},
        '', count(*), sum({REVENUE}), max(o.created_at)
    FROM orders o WHERE o.customer_id IS NOT NULL GROUP BY o.truck_id, o.customer_id"""  # noqa: S608 - no stranger's text
ADD_UP_ALL = f"""
    UPDATE customers SET
        order_count = (SELECT sum(order_count) FROM truck_customers k WHERE k.customer_id = customers.id),
        spent_cents = (SELECT sum(spent_cents) FROM truck_customers k WHERE k.customer_id = customers.id),
        last_order_at = (SELECT max(last_order_at) FROM truck_customers k WHERE k.customer_id = customers.id),
        name = {NEWEST.format(column="customer_name", whose="n.customer_id = customers.id")},
        email = {NEWEST.format(column="customer_email", whose="n.customer_id = customers.id")}
    WHERE EXISTS (SELECT 1 FROM truck_customers k WHERE k.customer_id = customers.id)"""  # noqa: S608 - no stranger's text
TOLD = """
    SELECT DISTINCT truck_id, customer_id, customer_name, customer_email, customer_phone
    FROM orders WHERE customer_id IS NOT NULL"""
ADD_WORD = "INSERT INTO customer_words (truck_id, customer_id, word) VALUES (:truck, :customer, :word)"
FOUND_BY_HERE = "UPDATE truck_customers SET words = :words WHERE truck_id = :truck AND customer_id = :customer"
FOUND_BY = "UPDATE customers SET words = :words WHERE id = :customer"


def upgrade() -> None:
    # Read before the first lock on customers, because it takes long and every order writes its customer.
    found = _collect_words()
    op.add_column("customers", sa.Column("words", sa.Text, nullable=False, server_default=""))
    for name in ("order_count", "spent_cents"):
        op.add_column("customers", sa.Column(name, COUNT, nullable=False, server_default=sa.text("0")))
    op.add_column("customers", sa.Column("last_order_at", sa.DateTime(timezone=True)))
    _create_tables()
    op.execute(ADD_UP)
    newest = ["truck_id", "last_order_at", "customer_id"]
    op.create_index("ix_truck_customers_newest", "truck_customers", newest)
    op.create_index("ix_truck_customers_customer_id", "truck_customers", ["customer_id"])
    op.execute(ADD_UP_ALL)
    op.create_index("ix_customers_newest", "customers", ["last_order_at", "id"])
    _write_words(*found)
    op.create_index("ix_customer_words_word", "customer_words", ["word", "customer_id"])
    op.create_index("ix_customer_words_customer_id", "customer_words", ["customer_id"])
    # Those of the orders are built by 0018, which does not lock out those who write orders.


def _create_tables() -> None:
    op.create_table(
        "truck_customers",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("customer_id", sa.String(24), nullable=False),
        sa.Column("phone", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("order_count", COUNT, nullable=False),
        sa.Column("spent_cents", COUNT, nullable=False),
        sa.Column("last_order_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name="fk_truck_customers_truck_id"),
        sa.ForeignKeyConstraint(["customer_id"], ["customers.id"], name="fk_truck_customers_customer_id"),
        sa.PrimaryKeyConstraint("truck_id", "customer_id", name="pk_truck_customers"),
    )
    op.create_table(
        "customer_words",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("word", WORD, nullable=False),
        sa.Column("customer_id", sa.String(24), nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name="fk_customer_words_truck_id"),
        sa.ForeignKeyConstraint(["customer_id"], ["customers.id"], name="fk_customer_words_customer_id"),
        sa.PrimaryKeyConstraint("truck_id", "word", "customer_id", name="pk_customer_words"),
    )


def _collect_words() -> tuple[dict[tuple[str, str], list[str]], dict[str, list[str]]]:
    """The search words of each customer: at each truck, and anywhere."""
    here: dict[tuple[str, str], list[str]] = {}
    anywhere: dict[str, list[str]] = {}
    for truck, customer, *told in op.get_bind().execute(sa.text(TOLD)):
        words = _words_of(*told)
        for found in (here.setdefault((truck, customer), []), anywhere.setdefault(customer, [])):
            found.extend([word for word in words if word not in found][: MOST_WORDS - len(found)])
    return here, anywhere


def _write_words(here: dict[tuple[str, str], list[str]], anywhere: dict[str, list[str]]) -> None:
    places = [({"truck": truck, "customer": customer}, words) for (truck, customer), words in here.items()]
    _run(ADD_WORD, [{**place, "word": word} for place, words in places for word in words])
    _run(FOUND_BY_HERE, [{**place, "words": _joined(words)} for place, words in places])
    _run(FOUND_BY, [{"customer": one, "words": _joined(words)} for one, words in anywhere.items()])


def _run(statement: str, rows: list[dict[str, str]]) -> None:
    connection = op.get_bind()
    for begin in range(0, len(rows), AT_ONCE):
        connection.execute(sa.text(statement), rows[begin : begin + AT_ONCE])


def _words_of(name: str, email: str | None, phone: str | None) -> list[str]:
    folded = unicodedata.normalize("NFKD", f"{name} {email or ''}".casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    digits = re.sub("[^0-9]", "", phone or "")
    words = {word[:60] for word in re.findall(r"[^\W_]+", bare)}
    return sorted((words | {digits[-length:] for length in (10, 7, 4)}) - {""})


def _joined(words: Iterable[str]) -> str:
    return "".join(f" {word}" for word in words)


def downgrade() -> None:
    for name in ("ix_orders_wanted", "ix_orders_total", "ix_orders_number"):
        op.drop_index(name, table_name="orders", if_exists=True)
    op.drop_table("customer_words")
    op.drop_table("truck_customers")
    op.drop_index("ix_customers_newest", table_name="customers")
    for name in ("last_order_at", "spent_cents", "order_count", "words"):
        op.drop_column("customers", name)
