"""Links by e-mail with which users set a password."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "password_links",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("user_id", sa.String(24)),
        sa.Column("token_digest", sa.String(64)),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT),
        sa.CheckConstraint("kind IN ('reset', 'invitation')", name=op.f("ck_password_links_kind")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_password_links_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_password_links")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_password_links_token_digest")),
    )
    op.create_index(op.f("ix_password_links_user_id"), "password_links", ["user_id"])
    op.create_index(op.f("ix_password_links_created_at"), "password_links", ["created_at"])


def downgrade() -> None:
    op.drop_table("password_links")
