import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OrderStatus } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import {
  FIRST_RETRY_MS,
  LOST_MS,
  MAX_AGE_MS,
  type Outcome,
  type StatusChange,
  StatusChangeQueue,
  UNDO_MS,
  unsentChanges,
} from "./status-change-queue";

const ORDER = anOrder({ _id: "a", orderNumber: "101" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function saved({ orderId, to }: StatusChange): Outcome {
  return { kind: "saved", order: anOrder({ _id: orderId, status: to }) };
}

/** A queue whose server answers as told; `sent` are the calls that it got. */
function kitchen(answer: (change: StatusChange) => Outcome | Promise<Outcome> = saved) {
  const sent: string[] = [];
  const handlers = {
    send: vi.fn(async (change: StatusChange, through: OrderStatus[]) => {
      sent.push([change.orderId, ...through, change.to].join(" "));
      return answer(change);
    }),
    onSaved: vi.fn(),
    onOvertaken: vi.fn(),
    onRefused: vi.fn(),
  };
  return {
    queue: new StatusChangeQueue(handlers, unsentChanges("robin", "truck")),
    sent,
    handlers,
  };
}

function tap(queue: StatusChangeQueue, ...path: OrderStatus[]) {
  for (const [place, to] of path.slice(1).entries()) {
    queue.add(ORDER, path[place] ?? "pending", to);
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("sends a tap once, when it can no longer be taken back", async () => {
  const { queue, sent, handlers } = kitchen();
  tap(queue, "pending", "confirmed");
  await pass(UNDO_MS - 1);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(["a confirmed"]);
  expect(handlers.onSaved).toHaveBeenCalledOnce();
  await pass(60_000);
  expect(sent).toHaveLength(1);
  expect(queue.getChanges()).toEqual([]);
});

it("sends nothing of what was taken back, and only the last tap is", async () => {
  const { queue, sent } = kitchen();
  tap(queue, "pending", "confirmed", "preparing");
  expect(queue.undo()?.to).toBe("preparing");
  await pass(UNDO_MS);
  expect(sent).toEqual(["a confirmed"]);
  expect(queue.undo()).toBeNull();
});

it("takes back the tap on one order although another was tapped later", async () => {
  const { queue, sent } = kitchen();
  tap(queue, "pending", "confirmed");
  queue.add({ _id: "b", orderNumber: "102" }, "ready", "completed");
  expect(queue.undo("a")?.orderNumber).toBe("101");
  await pass(UNDO_MS);
  expect(sent).toEqual(["b completed"]);
});

it("moves two steps in order: the second waits for the answer to the first", async () => {
  let release = (_: Outcome) => {};
  const first = new Promise<Outcome>((resolve) => {
    release = resolve;
  });
  const { queue, sent } = kitchen((change) => (change.to === "confirmed" ? first : saved(change)));
  tap(queue, "pending", "confirmed", "preparing");
  await pass(UNDO_MS + 3_000);
  expect(sent).toEqual(["a confirmed"]);
  release({ kind: "saved", order: anOrder({ _id: "a", status: "confirmed" }) });
  await pass(0);
  expect(sent).toEqual(["a confirmed", "a preparing"]);
});

it("sends at once, the steps of an order as one, when the page is hidden", async () => {
  const { queue, sent } = kitchen();
  tap(queue, "pending", "confirmed", "preparing");
  queue.hide();
  await pass(0);
  expect(sent).toEqual(["a confirmed preparing"]);
  tap(queue, "preparing", "ready");
  await pass(1_000);
  expect(sent).toHaveLength(1);
  await pass(UNDO_MS);
  expect(queue.getChanges()).toEqual([]);
});

it("waits for no answer when the page is left", () => {
  const { queue, sent } = kitchen(() => new Promise(() => {}));
  tap(queue, "pending", "confirmed");
  queue.hide();
  tap(queue, "confirmed", "preparing");
  queue.leave();
  // Whichever of the two arrives first, the order ends up where it was tapped to.
  expect(sent).toEqual(["a confirmed", "a confirmed preparing"]);
});

it("sends what an earlier page could not, once it is loaded again", async () => {
  const dead = kitchen(() => ({ kind: "unanswered" }));
  tap(dead.queue, "pending", "confirmed", "preparing");
  dead.queue.leave();
  await pass(0);
  const { queue, sent } = kitchen();
  queue.restore();
  queue.restore();
  await pass(0);
  expect(sent).toEqual(["a confirmed preparing"]);
  expect(queue.getChanges()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

/** A page that died right after a tap. */
function diedAfterTap() {
  tap(kitchen(() => new Promise(() => {})).queue, "pending", "confirmed");
  vi.clearAllTimers();
}

it("takes over the tap of a page that died, and it can be taken back once more", async () => {
  diedAfterTap();
  const { queue, sent } = kitchen();
  queue.restore();
  await pass(LOST_MS);
  expect(queue.getChanges()).toMatchObject([{ state: "waiting", to: "confirmed" }]);
  await pass(UNDO_MS - 1);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(["a confirmed"]);
  await pass(60_000);
  expect(sent).toHaveLength(1);
  expect(localStorage).toHaveLength(0);

  diedAfterTap();
  await pass(LOST_MS);
  queue.restore();
  expect(queue.undo()).toMatchObject({ to: "confirmed" });
  await pass(60_000);
  expect(sent).toHaveLength(1);
});

it("waits for no other tab when the clock was set back, nor once the screen is gone", async () => {
  diedAfterTap();
  const { queue, sent } = kitchen();
  queue.restore();
  queue.close();
  await pass(60_000);
  expect(queue.getChanges()).toEqual([]);
  vi.setSystemTime(Date.now() - 20 * 60_000);
  queue.restore();
  await pass(UNDO_MS);
  expect(sent).toEqual(["a confirmed"]);
});

it("goes on with a newer tap when an older one comes too late", async () => {
  const now = anOrder({ _id: "a", status: "preparing" });
  const { queue, sent, handlers } = kitchen((change) =>
    change.to === "confirmed" ? { kind: "overtaken", order: now } : saved(change),
  );
  tap(queue, "pending", "confirmed");
  await pass(1_000);
  tap(queue, "preparing", "ready");
  await pass(UNDO_MS);
  expect(sent).toEqual(["a confirmed", "a ready"]);
  expect(handlers.onOvertaken).not.toHaveBeenCalled();
});

it("keeps what a session that ended could not send for the next one of the same person", async () => {
  const ended = kitchen(() => ({ kind: "signed-out" }));
  tap(ended.queue, "pending", "confirmed");
  ended.queue.close();
  await pass(60_000);
  expect(ended.sent).toHaveLength(1);
  expect(ended.queue.getChanges()).toEqual([]);
  const { queue, sent } = kitchen();
  queue.restore();
  await pass(0);
  expect(sent).toEqual(["a confirmed"]);
});

it("leaves a tap to the tab that can still take it back", async () => {
  const tapped = kitchen();
  const taken = kitchen();
  const other = kitchen();
  tap(tapped.queue, "pending", "confirmed");
  taken.queue.add({ _id: "b", orderNumber: "102" }, "ready", "completed");
  await pass(1_000);
  other.queue.restore();
  taken.queue.undo();
  await pass(60_000);
  expect(tapped.sent).toEqual(["a confirmed"]);
  expect([...taken.sent, ...other.sent]).toEqual([]);
});

it("keeps nothing for another person, nor for long, nor what was taken back", async () => {
  const storage = unsentChanges("robin", "truck");
  const { queue } = kitchen(() => ({ kind: "unanswered" }));
  tap(queue, "pending", "confirmed", "preparing");
  queue.undo();
  await pass(UNDO_MS);
  expect(storage.read()).toMatchObject([{ change: { orderId: "a", to: "confirmed" } }]);
  expect(unsentChanges("dana", "truck").read()).toEqual([]);
  vi.setSystemTime(Date.now() + MAX_AGE_MS);
  expect(storage.read()).toEqual([]);
});

it("reads nothing out of what others have left in the storage", () => {
  for (const text of ["{", "[null, 1, {}]", '{"at": 1}']) {
    localStorage.setItem("chuckwagon.unsent-steps.robin.truck", text);
    expect(unsentChanges("robin", "truck").read()).toEqual([]);
  }
});

it("keeps a change that was not answered, says so, and tries again with growing waits", async () => {
  let isUp = false;
  const { queue, sent } = kitchen((change) => (isUp ? saved(change) : { kind: "unanswered" }));
  tap(queue, "pending", "confirmed");
  await pass(UNDO_MS);
  expect(queue.getChanges()).toMatchObject([{ state: "stuck" }]);
  expect(queue.undo()).toBeNull();
  await pass(FIRST_RETRY_MS);
  await pass(FIRST_RETRY_MS);
  expect(sent).toHaveLength(2);
  isUp = true;
  await pass(FIRST_RETRY_MS);
  expect(sent).toHaveLength(3);
  expect(queue.getChanges()).toEqual([]);
});

it("tries at once when the line is back", async () => {
  const { queue, sent } = kitchen(() => ({ kind: "unanswered" }));
  tap(queue, "pending", "confirmed");
  await pass(UNDO_MS);
  queue.retryNow();
  expect(sent).toHaveLength(2);
});

it("drops the further steps of an order that a colleague has moved elsewhere", async () => {
  const theirs = anOrder({ _id: "a", status: "cancelled" });
  const { queue, sent, handlers } = kitchen(() => ({ kind: "overtaken", order: theirs }));
  tap(queue, "pending", "confirmed", "preparing");
  await pass(UNDO_MS);
  expect(sent).toEqual(["a confirmed"]);
  expect(handlers.onOvertaken).toHaveBeenCalledWith(theirs);
  expect(queue.getChanges()).toEqual([]);
});

it("a refusal is told and not repeated", async () => {
  const error = new Error("no");
  const { queue, sent, handlers } = kitchen(() => ({ kind: "refused", error }));
  tap(queue, "pending", "confirmed");
  await pass(UNDO_MS + 60_000);
  expect(sent).toHaveLength(1);
  expect(handlers.onRefused).toHaveBeenCalledWith(
    expect.objectContaining({ to: "confirmed" }),
    error,
  );
});

it("does not send a step that a colleague has made meanwhile, but the one after it", async () => {
  const { queue, sent, handlers } = kitchen();
  tap(queue, "pending", "confirmed", "preparing");
  queue.look(anOrder({ _id: "a", status: "confirmed" }));
  await pass(UNDO_MS);
  expect(sent).toEqual(["a preparing"]);
  expect(handlers.onOvertaken).not.toHaveBeenCalled();
});

it("gives up what a colleague has made void before it was sent", async () => {
  const { queue, sent, handlers } = kitchen();
  tap(queue, "pending", "confirmed");
  queue.look(anOrder({ _id: "a", status: "pending" }));
  expect(queue.getChanges()).toHaveLength(1);
  queue.look(anOrder({ _id: "a", status: "cancelled" }));
  await pass(UNDO_MS);
  expect(sent).toEqual([]);
  expect(handlers.onOvertaken).toHaveBeenCalledOnce();
});
