import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import {
  isAnotherTabs,
  type Memory,
  type Outcome,
  type Outside,
  type Step,
  UNDO_MS,
  untilLost,
} from "./steps";

export const FIRST_RETRY_MS = 1_000;
export const LAST_RETRY_MS = 15_000;

/**
 * The taps of the kitchen that the server does not know yet. Each waits until it can no longer be
 * taken back; those of one order go out one after the other. Kept outside React: what was tapped is
 * sent even though the screen is gone.
 */
export class StepQueue {
  private steps: readonly Step[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly failures = new Map<string, number>();
  private restoring: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly outside: Outside,
    private readonly memory: Memory,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSteps = (): readonly Step[] => this.steps;

  add(order: Pick<StaffOrder, "_id" | "orderNumber">, from: OrderStatus, to: OrderStatus): void {
    const id = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    const { _id: orderId, orderNumber } = order;
    this.set([...this.steps, { id, orderId, orderNumber, from, to, state: "waiting" }]);
    this.wait(id);
  }

  /** Takes back the last tap, of one order or of all; null when there is none any more. */
  undo(orderId?: string): Step | null {
    const step = this.steps
      .filter(
        (one) => one.state === "waiting" && (orderId === undefined || one.orderId === orderId),
      )
      .at(-1);
    if (!step) return null;
    this.drop([step]);
    return step;
  }

  /**
   * Takes over what an earlier page could not send: browsers give a page that is closed half a second,
   * and one that crashes nothing. What could still be taken back there can be taken back here. A tap
   * that another tab may still take back is left to that tab until it must be lost; `ids` are those
   * that were left so.
   */
  restore(ids: ReadonlySet<number> | null = null): void {
    clearTimeout(this.restoring);
    const known = new Set(this.steps.map(({ id }) => id));
    const kept = this.memory
      .read()
      .filter(({ step: { id } }) => !known.has(id) && (ids === null || ids.has(id)));
    const elsewhere = kept.filter(isAnotherTabs);
    if (elsewhere.length > 0) {
      const left = new Set(elsewhere.map(({ step }) => step.id));
      this.restoring = setTimeout(() => this.restore(left), Math.max(...elsewhere.map(untilLost)));
    }
    this.takeOver(kept.filter((one) => !isAnotherTabs(one)).map(({ step }) => step));
  }

  private takeOver(lost: readonly Step[]): void {
    if (lost.length === 0) return;
    const stuck = (step: Step): Step =>
      step.state === "waiting" ? step : { ...step, state: "stuck" };
    this.set([...lost.map(stuck), ...this.steps]);
    for (const { id, state } of lost) if (state === "waiting") this.wait(id);
    this.retryNow();
  }

  /** The page is out of sight: nobody will take anything back. */
  hide(): void {
    const waiting = this.steps.filter(({ state }) => state === "waiting");
    for (const step of waiting) {
      this.clearTimer(step.id);
      this.mark(step, "due");
    }
    for (const orderId of ordersOf(waiting)) this.sendNext(orderId);
  }

  /** The screen is gone. */
  close(): void {
    clearTimeout(this.restoring);
    this.hide();
  }

  /** The page is going: what would have to wait for an earlier step's answer cannot wait for it. */
  leave(): void {
    this.hide();
    for (const orderId of ordersOf(this.steps.filter(({ state }) => state === "due"))) {
      void this.send(this.steps.filter((step) => step.orderId === orderId));
    }
  }

  /** The server may be there again. */
  retryNow(): void {
    for (const orderId of ordersOf(this.steps.filter(({ state }) => state === "stuck"))) {
      this.sendNext(orderId);
    }
  }

  /** An order as the server has it now: steps that a colleague has made, or made void, are dropped. */
  look(order: StaffOrder): void {
    const steps = this.steps.filter(({ orderId }) => orderId === order._id);
    const [first] = steps;
    // A step that is on its way is judged by its answer.
    if (!first || first.state === "sending" || first.state === "stuck") return;
    if (first.from === order.status) return;
    const made = steps.findIndex(({ to }) => to === order.status);
    this.drop(made < 0 ? steps : steps.slice(0, made + 1));
    if (made < 0) this.outside.onOvertaken(order);
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
    const step = this.steps.find((one) => one.id === id);
    if (step?.state !== "waiting") return;
    this.mark(step, "due");
    this.sendNext(step.orderId);
  }

  private sendNext(orderId: string): void {
    const steps = this.steps.filter((step) => step.orderId === orderId);
    if (steps.some(({ state }) => state === "sending")) return;
    const firstWaiting = steps.findIndex(({ state }) => state === "waiting");
    const ready = firstWaiting < 0 ? steps : steps.slice(0, firstWaiting);
    if (ready.length > 0) void this.send(ready);
  }

  /** Sends steps of one order as one. */
  private async send(steps: readonly Step[]): Promise<void> {
    const last = steps.at(-1);
    if (!last) return;
    for (const step of steps) {
      this.clearTimer(step.id);
      this.mark(step, "sending");
    }
    const outcome = await this.outside.send(
      last,
      steps.slice(0, -1).map(({ to }) => to),
    );
    if (outcome.kind === "unanswered") return this.tryAgainLater(steps, last);
    this.failures.delete(last.orderId);
    if (outcome.kind === "signed-out") return this.leaveBehind(last.orderId);
    const isSaved = outcome.kind === "saved" || this.goesOnFrom(outcome, steps, last);
    this.drop(isSaved ? steps : this.steps.filter(({ orderId }) => orderId === last.orderId));
    if (outcome.kind === "refused") this.outside.onRefused(last, outcome.error);
    else if (isSaved) this.outside.onSaved(outcome.order);
    else this.outside.onOvertaken(outcome.order);
    this.sendNext(last.orderId);
  }

  /** Whether the order was found where this person's own next step begins. */
  private goesOnFrom(outcome: Outcome, sent: readonly Step[], { orderId }: Step): boolean {
    const ids = new Set(sent.map(({ id }) => id));
    const next = this.steps.find((step) => step.orderId === orderId && !ids.has(step.id));
    return outcome.kind === "overtaken" && next?.from === outcome.order.status;
  }

  /** Whoever tapped is signed out: the taps stay in the memory until they sign in again. */
  private leaveBehind(orderId: string): void {
    for (const { id } of this.steps.filter((step) => step.orderId === orderId)) this.clearTimer(id);
    this.steps = this.steps.filter((step) => step.orderId !== orderId);
    for (const listener of this.listeners) listener();
  }

  private tryAgainLater(steps: readonly Step[], { id, orderId }: Step): void {
    const failures = this.failures.get(orderId) ?? 0;
    this.failures.set(orderId, failures + 1);
    for (const step of steps) this.mark(step, "stuck");
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    this.timers.set(
      id,
      setTimeout(() => this.sendNext(orderId), wait),
    );
  }

  private mark({ id }: Step, state: Step["state"]): void {
    this.set(this.steps.map((step) => (step.id === id ? { ...step, state } : step)));
  }

  private drop(gone: readonly Step[]): void {
    for (const { id } of gone) this.clearTimer(id);
    const ids = new Set(gone.map(({ id }) => id));
    this.set(this.steps.filter(({ id }) => !ids.has(id)));
  }

  private clearTimer(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  private set(steps: readonly Step[]): void {
    const ids = new Set(steps.map(({ id }) => id));
    this.memory.update(
      steps,
      this.steps.filter(({ id }) => !ids.has(id)),
    );
    this.steps = steps;
    for (const listener of this.listeners) listener();
  }
}

function ordersOf(steps: readonly Step[]): Set<string> {
  return new Set(steps.map(({ orderId }) => orderId));
}
