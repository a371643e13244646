"""Browsers that staff have signed in with, the device of each session, and two more kinds of links by e-mail."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import replace_check
from chuckwagon.db.migration_helpers import add_column

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

KIND = "ck_password_links_kind"
EARLIER, NOW = "kind IN ('reset', 'invitation')", "kind IN ('reset', 'invitation', 'sign_in', 'email')"


def upgrade() -> None:
    """Each of the three tables is locked alone: the first two calls commit, and what follows locks `users`."""
    add_column("user_sessions", sa.Column("device", sa.String(64)))
    replace_check("password_links", KIND, EARLIER, NOW)
    op.create_table(
        "sign_in_devices",
        sa.Column("user_id", sa.String(24), nullable=False),
        sa.Column("token_digest", sa.String(64), nullable=False),
        sa.Column("is_proven", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sign_in_devices_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "token_digest", name=op.f("pk_sign_in_devices")),
    )
    op.create_index(op.f("ix_sign_in_devices_seen_at"), "sign_in_devices", ["seen_at"])


def downgrade() -> None:
    op.execute(sa.text("DELETE FROM password_links WHERE kind IN ('sign_in', 'email')"))
    replace_check("password_links", KIND, NOW, EARLIER)
    op.drop_column("user_sessions", "device")
    op.drop_table("sign_in_devices")
