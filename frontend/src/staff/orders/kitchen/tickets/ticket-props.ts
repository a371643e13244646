import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import type { AgeLevel } from "./ageing";
import type { Tap } from "./step-labels";

export interface TicketProps {
  order: StaffOrder;
  /** The status as it was tapped, which the server may not know yet. */
  shown: OrderStatus;
  next: OrderStatus | null;
  tap: Tap;
  /** The key that finds the ticket: 1 to 9. */
  digit: number | null;
  ageText: string;
  ageLevel: AgeLevel;
  fill: number;
  sinceOrdered: string;
  /** When it is promised, on the truck's clock. */
  pickup: string | null;
  onAdvance: (order: StaffOrder, from: OrderStatus, to: OrderStatus) => void;
  onUndo: (orderId: string) => void;
  onSeen: (order: StaffOrder) => void;
}
