import type { OrderStatus, StaffOrder } from "@/api/admin-types";

/** How long a tap can be taken back. Until then nothing is sent, so no text reaches the customer. */
export const UNDO_MS = 5_000;
/** A tap that still waits after that has lost its page. */
export const LOST_MS = UNDO_MS + 1_000;

export interface Step {
  /** Drawn at random, for the taps of two tabs are kept side by side. */
  id: number;
  orderId: string;
  orderNumber: string;
  from: OrderStatus;
  to: OrderStatus;
  /** `waiting`: can be taken back. `stuck`: was sent, but no answer has come yet. */
  state: "waiting" | "due" | "sending" | "stuck";
}

/** What became of a step that was sent; a server that is only out of reach is no outcome. */
export type Outcome =
  | { kind: "saved"; order: StaffOrder }
  | { kind: "overtaken"; order: StaffOrder }
  | { kind: "refused"; error: unknown }
  | { kind: "signed-out" }
  | { kind: "unanswered" };

export interface Outside {
  /**
   * Never throws. The page may be gone before the answer comes. `through` are the statuses on the way
   * to the one of the step: two requests may overtake each other, so several steps are one.
   */
  send: (step: Step, through: OrderStatus[]) => Promise<Outcome>;
  onSaved: (order: StaffOrder) => void;
  /** Somebody else has moved the order elsewhere; its further steps are dropped. */
  onOvertaken: (order: StaffOrder) => void;
  onRefused: (step: Step, error: unknown) => void;
}

/** A tap in the memory, and when it was made, in milliseconds of the browser's clock. */
export interface Kept {
  at: number;
  step: Step;
}

/** Where taps outlast a page that is gone before the server has heard of them. */
export interface Memory {
  read: () => Kept[];
  /** `unsent` are to be kept, `gone` no longer. */
  update: (unsent: readonly Step[], gone: readonly Step[]) => void;
}

export function isAnotherTabs(kept: Kept): boolean {
  return kept.step.state === "waiting" && untilLost(kept) > 0;
}

/** In milliseconds; of a tap from the future nobody knows, the clock was set back. */
export function untilLost({ at }: Kept): number {
  return LOST_MS - Math.abs(Date.now() - at);
}
