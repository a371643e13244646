import * as v from "valibot";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { listOf, stored } from "@/domain/stored";

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
  /** The statuses on the way, when one press makes several steps. */
  through?: OrderStatus[] | undefined;
  /** `waiting`: can be undone. `stuck`: was sent, but no answer has come yet. */
  state: "waiting" | "due" | "sending" | "stuck";
}

/** The outcome of a change that was sent. */
export type Outcome =
  | { kind: "saved"; order: StaffOrder }
  /** The order is on this device only, and goes with the step. */
  | { kind: "kept" }
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
interface StoredChange {
  at: number;
  change: StatusChange;
}

/** Keeps changes that a closed page has not sent. */
interface QueueStorage {
  read: () => StoredChange[];
  /** Stores `unsent` and removes `gone`. */
  update: (unsent: readonly StatusChange[], gone: readonly StatusChange[]) => void;
}

function isAnotherTabs(stored: StoredChange): boolean {
  return stored.change.state === "waiting" && untilLost(stored) > 0;
}

/** Milliseconds until the change counts as lost. An age below 0 means that the device clock was set back. */
function untilLost({ at }: StoredChange): number {
  return LOST_MS - Math.abs(Date.now() - at);
}

/** As long as the window sells on without network. Older changes are dropped: the order has been handled by other means. */
export const MAX_AGE_MS = 16 * 60 * 60 * 1000;

const STATUS = v.string() as v.GenericSchema<unknown, StoredChange["change"]["from"]>;
const CHANGE: v.GenericSchema<unknown, StoredChange> = v.object({
  at: v.number(),
  change: v.object({
    id: v.number(),
    orderId: v.string(),
    orderNumber: v.string(),
    from: STATUS,
    to: STATUS,
    through: v.optional(v.array(STATUS)),
    state: v.fallback(v.picklist(["waiting", "due", "sending", "stuck"]), "due"),
  }),
});

/**
 * The taps that the server has not answered, in the browser's own storage: a page that is loaded again
 * takes them over. Only their owner's, for the history says who made a step. Two tabs may send the same
 * one, which changes nothing the second time.
 */
export function unsentChanges(userId: string, truckId: string): QueueStorage {
  const kept = stored(`chuckwagon.unsent-steps.${userId}.${truckId}`, listOf(CHANGE));
  const read = () => (kept.read() ?? []).filter(isFresh);
  return {
    read,
    update: (unsent, gone) => {
      if (unsent.length === 0 && gone.length === 0) return;
      const before = read();
      const named = new Set([...unsent, ...gone].map(({ id }) => id));
      const since = new Map(before.map(({ at, change }) => [change.id, at]));
      const present = [
        ...before.filter(({ change }) => !named.has(change.id)),
        ...unsent.map((change) => ({ at: since.get(change.id) ?? Date.now(), change })),
      ];
      kept.write(present.length > 0 ? present : null);
    },
  };
}

function isFresh({ at }: StoredChange): boolean {
  return Math.abs(Date.now() - at) < MAX_AGE_MS;
}

export const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;

/**
 * Status changes that the server does not know yet. Each waits until it can no longer be undone;
 * those of one order are sent one after the other. Lives outside React, so that a change is sent even after its
 * screen is gone.
 */
export class StatusChangeQueue {
  private changes: readonly StatusChange[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly failures = new Map<string, number>();
  private restoring: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: QueueHandlers,
    private readonly storage: QueueStorage,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getChanges = (): readonly StatusChange[] => this.changes;

  add(
    order: Pick<StaffOrder, "_id" | "orderNumber">,
    from: OrderStatus,
    to: OrderStatus,
    through: OrderStatus[] = [],
  ): void {
    const id = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    const { _id: orderId, orderNumber } = order;
    this.set([...this.changes, { id, orderId, orderNumber, from, to, through, state: "waiting" }]);
    this.wait(id);
  }

  /** Undoes the last change, of one order or of all; null when nothing can be undone. */
  undo(orderId?: string): StatusChange | null {
    const change = this.changes
      .filter(
        (one) => one.state === "waiting" && (orderId === undefined || one.orderId === orderId),
      )
      .at(-1);
    if (!change) return null;
    this.drop([change]);
    return change;
  }

  /**
   * Restores unsent status changes of a closed page, including their undo: browsers give a closing page half a
   * second, and a crashed one nothing. Changes owned by another open tab are left alone until they expire; `ids`
   * are those that were left.
   */
  restore(ids: ReadonlySet<number> | null = null): void {
    clearTimeout(this.restoring);
    const known = new Set(this.changes.map(({ id }) => id));
    const stored = this.storage
      .read()
      .filter(({ change: { id } }) => !known.has(id) && (ids === null || ids.has(id)));
    const elsewhere = stored.filter(isAnotherTabs);
    if (elsewhere.length > 0) {
      const left = new Set(elsewhere.map(({ change }) => change.id));
      this.restoring = setTimeout(() => this.restore(left), Math.max(...elsewhere.map(untilLost)));
    }
    this.takeOver(stored.filter((one) => !isAnotherTabs(one)).map(({ change }) => change));
  }

  private takeOver(lost: readonly StatusChange[]): void {
    if (lost.length === 0) return;
    const stuck = (change: StatusChange): StatusChange =>
      change.state === "waiting" ? change : { ...change, state: "stuck" };
    this.set([...lost.map(stuck), ...this.changes]);
    for (const { id, state } of lost) if (state === "waiting") this.wait(id);
    this.retryNow();
  }

  /** The page is hidden: nothing can be undone any more, so everything is sent. */
  hide(): void {
    const waiting = this.changes.filter(({ state }) => state === "waiting");
    for (const change of waiting) {
      this.clearTimer(change.id);
      this.mark(change, "due");
    }
    for (const orderId of ordersOf(waiting)) this.sendNext(orderId);
  }

  /** The screen is gone. */
  close(): void {
    clearTimeout(this.restoring);
    this.hide();
  }

  /** Sends everything; done when the server has answered all of it. */
  async finish(): Promise<void> {
    this.hide();
    this.retryNow();
    await this.whenEmpty();
  }

  whenEmpty(): Promise<void> {
    return new Promise((resolve) => {
      if (this.changes.length === 0) return resolve();
      const unsubscribe = this.subscribe(() => {
        if (this.changes.length > 0) return;
        unsubscribe();
        resolve();
      });
    });
  }

  /** The page is going: what would have to wait for an earlier step's answer cannot wait for it. */
  leave(): void {
    this.hide();
    for (const orderId of ordersOf(this.changes.filter(({ state }) => state === "due"))) {
      void this.send(this.changes.filter((change) => change.orderId === orderId));
    }
  }

  /** Sends again what got no answer. */
  retryNow(): void {
    for (const orderId of ordersOf(this.changes.filter(({ state }) => state === "stuck"))) {
      this.sendNext(orderId);
    }
  }

  /** An order as the server has it now: changes that a colleague has made, or made void, are dropped. */
  look(order: StaffOrder): void {
    const changes = this.changes.filter(({ orderId }) => orderId === order._id);
    const [first] = changes;
    // A step that is on its way is judged by its answer.
    if (!first || first.state === "sending" || first.state === "stuck") return;
    if (first.from === order.status) return;
    // The server skips what a colleague has made of a press's several steps.
    if (first.through?.includes(order.status)) return;
    const made = changes.findIndex(({ to }) => to === order.status);
    this.drop(made < 0 ? changes : changes.slice(0, made + 1));
    if (made < 0) this.handlers.onOvertaken(order);
    else this.sendNext(order._id);
  }

  private wait(id: number): void {
    this.timers.set(
      id,
      setTimeout(() => this.becomeDue(id), UNDO_MS),
    );
  }

  private becomeDue(id: number): void {
    this.clearTimer(id);
    const change = this.changes.find((one) => one.id === id);
    if (change?.state !== "waiting") return;
    this.mark(change, "due");
    this.sendNext(change.orderId);
  }

  private sendNext(orderId: string): void {
    const changes = this.changes.filter((change) => change.orderId === orderId);
    if (changes.some(({ state }) => state === "sending")) return;
    const firstWaiting = changes.findIndex(({ state }) => state === "waiting");
    const ready = firstWaiting < 0 ? changes : changes.slice(0, firstWaiting);
    if (ready.length > 0) void this.send(ready);
  }

  /** Sends the changes of one order as one. */
  private async send(changes: readonly StatusChange[]): Promise<void> {
    const last = changes.at(-1);
    if (!last) return;
    for (const change of changes) {
      this.clearTimer(change.id);
      this.mark(change, "sending");
    }
    const path = changes.flatMap(({ through = [], to }) => [...through, to]);
    const outcome = await this.handlers.send(last, path.slice(0, -1));
    if (outcome.kind === "unanswered") return this.tryAgainLater(changes, last);
    this.failures.delete(last.orderId);
    if (outcome.kind === "signed-out") return this.leaveBehind(last.orderId);
    if (outcome.kind === "kept") {
      this.drop(changes);
      return this.sendNext(last.orderId);
    }
    const isSaved = outcome.kind === "saved" || this.goesOnFrom(outcome, changes, last);
    this.drop(isSaved ? changes : this.changes.filter(({ orderId }) => orderId === last.orderId));
    if (outcome.kind === "refused") this.handlers.onRefused(last, outcome.error);
    else if (isSaved) this.handlers.onSaved(outcome.order);
    else this.handlers.onOvertaken(outcome.order);
    this.sendNext(last.orderId);
  }

  /** Whether the order was found where this person's own next step begins. */
  private goesOnFrom(
    outcome: Outcome,
    sent: readonly StatusChange[],
    { orderId }: StatusChange,
  ): boolean {
    const ids = new Set(sent.map(({ id }) => id));
    const next = this.changes.find((change) => change.orderId === orderId && !ids.has(change.id));
    return outcome.kind === "overtaken" && next?.from === outcome.order.status;
  }

  /** The user who tapped is signed out: the taps stay in the memory until they sign in again. */
  private leaveBehind(orderId: string): void {
    for (const { id } of this.changes.filter((change) => change.orderId === orderId))
      this.clearTimer(id);
    this.changes = this.changes.filter((change) => change.orderId !== orderId);
    for (const listener of this.listeners) listener();
  }

  private tryAgainLater(changes: readonly StatusChange[], { id, orderId }: StatusChange): void {
    const failures = this.failures.get(orderId) ?? 0;
    this.failures.set(orderId, failures + 1);
    for (const change of changes) this.mark(change, "stuck");
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    this.timers.set(
      id,
      setTimeout(() => this.sendNext(orderId), wait),
    );
  }

  private mark({ id }: StatusChange, state: StatusChange["state"]): void {
    this.set(this.changes.map((change) => (change.id === id ? { ...change, state } : change)));
  }

  private drop(gone: readonly StatusChange[]): void {
    for (const { id } of gone) this.clearTimer(id);
    const ids = new Set(gone.map(({ id }) => id));
    this.set(this.changes.filter(({ id }) => !ids.has(id)));
  }

  private clearTimer(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  private set(changes: readonly StatusChange[]): void {
    const ids = new Set(changes.map(({ id }) => id));
    this.storage.update(
      changes,
      this.changes.filter(({ id }) => !ids.has(id)),
    );
    this.changes = changes;
    for (const listener of this.listeners) listener();
  }
}

function ordersOf(changes: readonly StatusChange[]): Set<string> {
  return new Set(changes.map(({ orderId }) => orderId));
}

/** What can be said about the last tap on an order: nothing, it can be taken back, or no answer yet. */
export type Tap = "none" | "undoable" | "sending" | "stuck";

/** The last press on an order that the server does not know yet. */
export function lastChange(
  changes: readonly StatusChange[],
  { _id }: Pick<StaffOrder, "_id">,
): StatusChange | undefined {
  return changes.filter(({ orderId }) => orderId === _id).at(-1);
}

export function tapOf(last: StatusChange | undefined): Tap {
  if (!last) return "none";
  if (last.state === "waiting") return "undoable";
  return last.state === "stuck" ? "stuck" : "sending";
}

/** Takes a step of an order that is shown with the status `from`. */
export type Advance = (
  order: StaffOrder,
  from: OrderStatus,
  to: OrderStatus,
  through?: OrderStatus[],
) => void;
