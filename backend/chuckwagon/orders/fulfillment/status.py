"""The kitchen's statuses and what follows which: one table, asked by the server only. And the money's."""

PENDING, CONFIRMED, PREPARING = "pending", "confirmed", "preparing"
READY, COMPLETED, CANCELLED = "ready", "completed", "cancelled"

NEXT: dict[str, tuple[str, ...]] = {
    PENDING: (CONFIRMED, CANCELLED),
    CONFIRMED: (PREPARING, CANCELLED),
    PREPARING: (READY, CANCELLED),
    READY: (COMPLETED,),
    COMPLETED: (),
    CANCELLED: (),
}

UNPAID, PAID, DISPUTED = "unpaid", "paid", "disputed"
PARTIALLY_REFUNDED, REFUNDED = "partially_refunded", "refunded"
HOLDS_MONEY = (PAID, PARTIALLY_REFUNDED)

# A dispute as the provider names its state, while the money is with the bank; an inquiry takes none.
TAKEN_BY_BANK = ("needs_response", "under_review", "lost")
