import type { Truck } from "@/api/types";

const CLOSED = "This truck is not taking orders right now";

/** Why the truck takes no orders now, in one sentence; null while it does. */
export function closedReason(
  truck: Pick<Truck, "acceptingOrders" | "notAcceptingReason">,
): string | null {
  if (truck.acceptingOrders !== false) return null;
  const reason = truck.notAcceptingReason?.trim();
  return reason ? `${CLOSED}: ${reason}` : `${CLOSED}.`;
}
