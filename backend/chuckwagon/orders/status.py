"""The kitchen's statuses: one table, asked by the server only."""

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
