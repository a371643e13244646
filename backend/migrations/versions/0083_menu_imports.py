"""Imports of menu files, and which column of a table is which."""

import sqlalchemy as sa
from alembic import op

revision = "0083"
down_revision = "0082"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "menu_imports",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("source", sa.LargeBinary, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("undo", sa.Text, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("confirmed_at", INSTANT),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_menu_imports_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_menu_imports")),
        if_not_exists=True,
    )
    op.create_index(
        "ix_menu_imports_truck_id_menu_imports_created_at",
        "menu_imports",
        ["truck_id", "created_at"],
        if_not_exists=True,
    )
    op.create_table(
        "menu_import_columns",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("signature", sa.String(32), nullable=False),
        sa.Column("columns", sa.Text, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_menu_import_columns_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", "signature", name=op.f("pk_menu_import_columns")),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("menu_import_columns")
    op.drop_table("menu_imports")
