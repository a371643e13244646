"""The first tables: trucks, menus, checkouts, orders, outbox, messages."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG_INTEGER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = (
    "customers",
    "limit_windows",
    "opt_outs",
    "outbox_messages",
    "payment_reviews",
    "sync_marks",
    "trucks",
    "webhook_events",
    "worker_leases",
    "checkouts",
    "menu_items",
    "order_counters",
    "option_groups",
    "options",
    "orders",
    "messages",
    "order_events",
    "order_lines",
    "line_modifiers",
)


def upgrade() -> None:
    _create_people()
    _create_work()
    _create_trucks()
    _create_events()
    _create_checkouts()
    _create_menu()
    _create_options()
    _create_orders()
    _create_messages()
    _create_order_lines()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def _create_people() -> None:
    op.create_table(
        "customers",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("phone", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_customers")),
        sa.UniqueConstraint("phone", name=op.f("uq_customers_phone")),
    )
    op.create_table(
        "limit_windows",
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("window", BIG_INTEGER, nullable=False),
        sa.Column("seconds", BIG_INTEGER, nullable=False),
        sa.Column("count", BIG_INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("key", "window", name=op.f("pk_limit_windows")),
    )
    op.create_table(
        "opt_outs",
        sa.Column("phone", sa.String(length=20), nullable=False),
        sa.Column("opted_out_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("phone", name=op.f("pk_opt_outs")),
    )


def _create_work() -> None:
    op.create_table(
        "outbox_messages",
        sa.Column("id", BIG_INTEGER, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("attempts", BIG_INTEGER, nullable=False),
        sa.Column("available_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(length=300), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_messages")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_messages_key")),
    )
    with op.batch_alter_table("outbox_messages", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_messages_due", ["status", "available_at"], unique=False)
    op.create_table(
        "payment_reviews",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("payment_intent_id", sa.String(length=255), nullable=False),
        sa.Column("checkout_id", sa.String(length=24), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_reviews")),
        sa.UniqueConstraint("payment_intent_id", name=op.f("uq_payment_reviews_payment_intent_id")),
    )
    op.create_table(
        "sync_marks",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_sync_marks")),
    )


def _create_trucks() -> None:
    op.create_table(
        "trucks",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("image_url", sa.String(length=500), nullable=True),
        sa.Column("banner_image", sa.String(length=500), nullable=True),
        sa.Column("short_description", sa.String(length=200), nullable=False),
        sa.Column("description", sa.String(length=2000), nullable=False),
        sa.Column("cuisine", sa.JSON(), nullable=False),
        sa.Column("city", sa.String(length=80), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("phone", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("timezone", sa.String(length=60), nullable=False),
        sa.Column("tax_rate_units", BIG_INTEGER, nullable=False),
        sa.Column("owner_name", sa.String(length=120), nullable=False),
        sa.Column("owner_email", sa.String(length=254), nullable=False),
        sa.Column("stripe_account_id", sa.String(length=64), nullable=True),
        sa.Column("transfers_active", sa.Boolean(), nullable=False),
        sa.Column("application_fee_bps", BIG_INTEGER, nullable=False),
        sa.Column("accepting_orders", sa.Boolean(), nullable=False),
        sa.Column("not_accepting_reason", sa.String(length=200), nullable=True),
        sa.Column("paused_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lead_minutes", BIG_INTEGER, nullable=False),
        sa.Column("version", BIG_INTEGER, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("application_fee_bps BETWEEN 0 AND 10000", name=op.f("ck_trucks_application_fee")),
        sa.CheckConstraint("lead_minutes BETWEEN 15 AND 120", name=op.f("ck_trucks_lead_minutes")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 60", name=op.f("ck_trucks_name")),
        sa.CheckConstraint("length(slug) BETWEEN 1 AND 64", name=op.f("ck_trucks_slug")),
        sa.CheckConstraint("tax_rate_units BETWEEN 0 AND 200000", name=op.f("ck_trucks_tax_rate")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trucks")),
        sa.UniqueConstraint("slug", name=op.f("uq_trucks_slug")),
    )
    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_trucks_is_active_trucks_name"), ["is_active", "name"], unique=False)
        batch_op.create_index(batch_op.f("ix_trucks_stripe_account_id"), ["stripe_account_id"], unique=False)


def _create_events() -> None:
    op.create_table(
        "webhook_events",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("type", sa.String(length=100), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_events")),
    )
    op.create_table(
        "worker_leases",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_worker_leases")),
    )


def _create_checkouts() -> None:
    op.create_table(
        "checkouts",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("truck_id", sa.String(length=24), nullable=False),
        sa.Column("attempt", sa.String(length=255), nullable=True),
        sa.Column("sequence", BIG_INTEGER, nullable=False),
        sa.Column("idempotency_key", sa.String(length=255), nullable=True),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("payment_intent_id", sa.String(length=255), nullable=True),
        sa.Column("client_secret_hash", sa.String(length=64), nullable=True),
        sa.Column("intent_try", BIG_INTEGER, nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("subtotal_cents", BIG_INTEGER, nullable=False),
        sa.Column("tax_cents", BIG_INTEGER, nullable=False),
        sa.Column("total_cents", BIG_INTEGER, nullable=False),
        sa.Column("tax_rate_units", BIG_INTEGER, nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("destination_account", sa.String(length=60), nullable=True),
        sa.Column("application_fee_cents", BIG_INTEGER, nullable=False),
        sa.Column("customer_name", sa.String(length=80), nullable=False),
        sa.Column("customer_phone", sa.String(length=20), nullable=False),
        sa.Column("customer_email", sa.String(length=254), nullable=True),
        sa.Column("pickup_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("special_instructions", sa.String(length=500), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_checkouts_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checkouts")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_checkouts_idempotency_key")),
        sa.UniqueConstraint("payment_intent_id", name=op.f("uq_checkouts_payment_intent_id")),
    )
    with op.batch_alter_table("checkouts", schema=None) as batch_op:
        batch_op.create_index("ix_checkouts_attempt", ["truck_id", "attempt"], unique=False)
        batch_op.create_index("ix_checkouts_status_created", ["status", "created_at"], unique=False)


def _create_menu() -> None:
    op.create_table(
        "menu_items",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("truck_id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("section", sa.String(length=40), nullable=False),
        sa.Column("base_price_cents", BIG_INTEGER, nullable=False),
        sa.Column("image_url", sa.String(length=500), nullable=True),
        sa.Column("is_available", sa.Boolean(), nullable=False),
        sa.Column("position", BIG_INTEGER, nullable=False),
        sa.Column("version", BIG_INTEGER, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("base_price_cents BETWEEN 0 AND 99999", name=op.f("ck_menu_items_base_price")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 80", name=op.f("ck_menu_items_name")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_menu_items_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_menu_items")),
    )
    with op.batch_alter_table("menu_items", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_menu_items_truck_id_menu_items_section_menu_items_position"),
            ["truck_id", "section", "position"],
            unique=False,
        )
    op.create_table(
        "order_counters",
        sa.Column("truck_id", sa.String(length=24), nullable=False),
        sa.Column("last_number", BIG_INTEGER, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_order_counters_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", name=op.f("pk_order_counters")),
    )


def _create_options() -> None:
    op.create_table(
        "option_groups",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("menu_item_id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("min_select", BIG_INTEGER, nullable=False),
        sa.Column("max_select", BIG_INTEGER, nullable=False),
        sa.Column("position", BIG_INTEGER, nullable=False),
        sa.CheckConstraint("max_select BETWEEN 1 AND 30", name=op.f("ck_option_groups_max_select")),
        sa.CheckConstraint("min_select >= 0 AND min_select <= max_select", name=op.f("ck_option_groups_min_select")),
        sa.ForeignKeyConstraint(
            ["menu_item_id"],
            ["menu_items.id"],
            name=op.f("fk_option_groups_menu_item_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_option_groups")),
    )
    with op.batch_alter_table("option_groups", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_option_groups_menu_item_id_option_groups_position"),
            ["menu_item_id", "position"],
            unique=False,
        )
    op.create_table(
        "options",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("group_id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("additional_price_cents", BIG_INTEGER, nullable=False),
        sa.Column("is_available", sa.Boolean(), nullable=False),
        sa.Column("position", BIG_INTEGER, nullable=False),
        sa.CheckConstraint("additional_price_cents BETWEEN 0 AND 10000", name=op.f("ck_options_additional_price")),
        sa.ForeignKeyConstraint(
            ["group_id"], ["option_groups.id"], name=op.f("fk_options_group_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_options")),
    )
    with op.batch_alter_table("options", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_options_group_id_options_position"), ["group_id", "position"], unique=False
        )


def _create_orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("order_number", BIG_INTEGER, nullable=False),
        sa.Column("truck_id", sa.String(length=24), nullable=False),
        sa.Column("checkout_id", sa.String(length=24), nullable=True),
        sa.Column("payment_intent_id", sa.String(length=255), nullable=True),
        sa.Column("customer_id", sa.String(length=24), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("payment_status", sa.String(length=20), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("customer_name", sa.String(length=80), nullable=False),
        sa.Column("customer_phone", sa.String(length=20), nullable=True),
        sa.Column("customer_email", sa.String(length=254), nullable=True),
        sa.Column("subtotal_cents", BIG_INTEGER, nullable=False),
        sa.Column("tax_cents", BIG_INTEGER, nullable=False),
        sa.Column("total_cents", BIG_INTEGER, nullable=False),
        sa.Column("tax_rate_units", BIG_INTEGER, nullable=False),
        sa.Column("pickup_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("estimated_pickup_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("special_instructions", sa.String(length=500), nullable=True),
        sa.Column("flags", sa.JSON(), nullable=False),
        sa.Column("tracking_token", sa.String(length=64), nullable=False),
        sa.Column("version", BIG_INTEGER, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("total_cents = subtotal_cents + tax_cents", name=op.f("ck_orders_total_is_sum")),
        sa.ForeignKeyConstraint(["checkout_id"], ["checkouts.id"], name=op.f("fk_orders_checkout_id")),
        sa.ForeignKeyConstraint(["customer_id"], ["customers.id"], name=op.f("fk_orders_customer_id")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_orders_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
        sa.UniqueConstraint("checkout_id", name=op.f("uq_orders_checkout_id")),
        sa.UniqueConstraint("payment_intent_id", name=op.f("uq_orders_payment_intent_id")),
        sa.UniqueConstraint("tracking_token", name=op.f("uq_orders_tracking_token")),
        sa.UniqueConstraint("truck_id", "order_number", name=op.f("uq_orders_truck_id_order_number")),
    )
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_orders_customer_id"), ["customer_id"], unique=False)
        batch_op.create_index("ix_orders_phone_created", ["customer_phone", "created_at"], unique=False)
        batch_op.create_index("ix_orders_truck_created", ["truck_id", "created_at", "id"], unique=False)
        batch_op.create_index("ix_orders_truck_status", ["truck_id", "status"], unique=False)


def _create_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("order_id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("to_phone", sa.String(length=20), nullable=True),
        sa.Column("body", sa.String(length=480), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("provider_sid", sa.String(length=64), nullable=True),
        sa.Column("error_code", BIG_INTEGER, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_messages_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("order_id", "kind", name=op.f("uq_messages_order_id_kind")),
        sa.UniqueConstraint("provider_sid", name=op.f("uq_messages_provider_sid")),
    )
    op.create_table(
        "order_events",
        sa.Column("id", BIG_INTEGER, autoincrement=True, nullable=False),
        sa.Column("order_id", sa.String(length=24), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_events_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_events")),
    )
    with op.batch_alter_table("order_events", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_order_events_order_id"), ["order_id"], unique=False)


def _create_order_lines() -> None:
    op.create_table(
        "order_lines",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("order_id", sa.String(length=24), nullable=False),
        sa.Column("position", BIG_INTEGER, nullable=False),
        sa.Column("menu_item_id", sa.String(length=24), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("quantity", BIG_INTEGER, nullable=False),
        sa.Column("unit_price_cents", BIG_INTEGER, nullable=False),
        sa.Column("total_cents", BIG_INTEGER, nullable=False),
        sa.Column("special_instructions", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_lines_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_lines")),
    )
    with op.batch_alter_table("order_lines", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_order_lines_order_id"), ["order_id"], unique=False)
    op.create_table(
        "line_modifiers",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("line_id", sa.String(length=24), nullable=False),
        sa.Column("position", BIG_INTEGER, nullable=False),
        sa.Column("option_id", sa.String(length=24), nullable=True),
        sa.Column("group_name", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("additional_price_cents", BIG_INTEGER, nullable=False),
        sa.ForeignKeyConstraint(["line_id"], ["order_lines.id"], name=op.f("fk_line_modifiers_line_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_line_modifiers")),
    )
    with op.batch_alter_table("line_modifiers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_line_modifiers_line_id"), ["line_id"], unique=False)
