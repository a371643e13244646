import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";

/** How long a change can be undone. Until then nothing is sent, so no SMS reaches the customer. */
export const UNDO_MS = 5_000;
/** A change that still waits after that belongs to a page that is gone. */
export const LOST_MS = UNDO_MS + 1_000;

export interface StatusChange {
  /** Random, because the changes of two tabs are stored side by side. */
  id: number;
  orderId: string;
  orderNumber: string;
  from: OrderStatus;
  to: OrderStatus;
  /** `waiting`: can be undone. `stuck`: was sent, but no answer has come yet. */
  state: "waiting" | "due" | "sending" | "stuck";
}

/** The outcome of a change that was sent. */
export type Outcome =
  | { kind: "saved"; order: StaffOrder }
  | { kind: "overtaken"; order: StaffOrder }
  | { kind: "refused"; error: unknown }
  | { kind: "signed-out" }
  | { kind: "unanswered" };

export interface QueueHandlers {
  /**
   * Never throws. The page may be gone before the answer comes. `through` are the statuses on the way
   * to the one of this change: two requests may overtake each other, so several changes are sent as one.
   */
  send: (change: StatusChange, through: OrderStatus[]) => Promise<Outcome>;
  onSaved: (order: StaffOrder) => void;
  /** A colleague has moved the order on; its later changes are dropped. */
  onOvertaken: (order: StaffOrder) => void;
  onRefused: (change: StatusChange, error: unknown) => void;
}

/** A stored change, and when it was made (ms of the device clock). */
export interface StoredChange {
  at: number;
  change: StatusChange;
}

/** Keeps changes that a closed page has not sent. */
export interface QueueStorage {
  read: () => StoredChange[];
  /** Stores `unsent` and removes `gone`. */
  update: (unsent: readonly StatusChange[], gone: readonly StatusChange[]) => void;
}

export function isAnotherTabs(stored: StoredChange): boolean {
  return stored.change.state === "waiting" && untilLost(stored) > 0;
}

/** Milliseconds until the change counts as lost. An age below 0 means that the device clock was set back. */
export function untilLost({ at }: StoredChange): number {
  return LOST_MS - Math.abs(Date.now() - at);
}
