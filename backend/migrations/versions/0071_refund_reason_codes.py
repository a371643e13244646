"""Why a refund was made, as a code: it was text in the language of the staff member who pressed the choice."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None

# The words of the choices until now, in English and Spanish.
_WORDS = {
    "Sold out": "sold_out",
    "Se agotó": "sold_out",
    "Our mistake": "mistake",
    "Error nuestro": "mistake",
    "Too late": "late",
    "Muy tarde": "late",
    "Quality": "quality",
    "Calidad": "quality",
}
_refunds = sa.table("refunds", sa.column("reason", sa.String), sa.column("reason_code", sa.String))


def upgrade() -> None:
    add_column("refunds", sa.Column("reason_code", sa.String(20)))
    for words, code in _WORDS.items():
        op.execute(sa.update(_refunds).where(_refunds.c.reason == words).values(reason_code=code, reason=""))


def downgrade() -> None:
    for words, code in reversed(_WORDS.items()):
        chosen = (_refunds.c.reason_code == code, _refunds.c.reason == "")
        op.execute(sa.update(_refunds).where(*chosen).values(reason=words))
    op.drop_column("refunds", "reason_code")
