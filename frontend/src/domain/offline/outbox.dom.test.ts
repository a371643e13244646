import "@/test/fake-device";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { setTokenSource } from "@/domain/api/client";
import type { StaffOrder } from "@/domain/api/staff-types";
import { recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck } from "@/test/staff/staff";
import { anUnsentSale, emptyDevice } from "@/test/staff/unsent-sales";
import { forgetEverything, openDevice } from "./device-storage";
import { changeOrder, countByTruck, keepOrder, type Sender, sendAll, showOrdersOf } from "./outbox";
import { useUnsentStore } from "./unsent-orders";

interface Body {
  draftId: string;
  offlineNumber: string;
  takenAt: string;
  sentAt: string;
  handedOver: boolean;
  ticketPrinted: boolean;
  void?: { reason: string };
  asSaleOfNow?: { reason: string };
}

/** What the server makes of the sale above. */
const AS_SOLD: Partial<StaffOrder> = {
  total: 2.18,
  tender: "cash",
  items: anOrder().items.map((item) => ({ ...item, menuItemId: "b".repeat(24), quantity: 1 })),
};

const arrived = (number: number) =>
  HttpResponse.json(
    anOrder({
      ...AS_SOLD,
      _id: String(number).padStart(24, "0"),
      orderNumber: `${100 + number}`,
      status: "confirmed",
      source: "counter",
    }),
    { status: 201 },
  );

/** The server, which answers each order with the next of these, or takes it. */
function serve(...answers: (() => Response)[]): Body[] {
  const sent: Body[] = recordCalls(
    "post",
    "*/api/orders",
    (request) => request.json() as Promise<Body>,
    () => (answers.shift() ?? (() => arrived(sent.length)))(),
  );
  return sent;
}

const refusal = (status: number, code: string) => () =>
  HttpResponse.json({ error: "No.", code }, { status });

function aSender(more: Partial<Sender> = {}): Sender {
  return { maySend: () => true, onSent: vi.fn(), ...more };
}

const shown = () => useUnsentStore.getState().orders;
const numbers = () => shown().map(({ number }) => number);

beforeEach(async () => {
  setTokenSource(() => "token");
  await emptyDevice();
  await showOrdersOf(() => true);
});

it("numbers the orders of a service day, which turns at 4 AM of the truck's clock", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T11:50:00Z"), toFake: ["Date"] });
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2), "A");
  vi.setSystemTime(new Date("2026-11-20T12:10:00Z"));
  await keepOrder(anUnsentSale(3), "A");
  // The clock was set back: what was given is not given again.
  vi.setSystemTime(new Date("2026-11-20T11:10:00Z"));
  await keepOrder(anUnsentSale(4), "A");
  vi.useRealTimers();
  expect(numbers().sort()).toEqual(["A-1", "A-1", "A-2", "A-2"]);
});

it.each([
  ["March, an hour short", "2026-03-08T10:50:00Z", "2026-03-08T11:10:00Z"],
  ["November, an hour long", "2026-11-01T11:50:00Z", "2026-11-01T12:10:00Z"],
])(
  "turns the service day at 4 AM on the day of the change of clocks in %s",
  async (_, at, then) => {
    vi.useFakeTimers({ now: new Date(at), toFake: ["Date"] });
    await keepOrder(anUnsentSale(1), "A");
    vi.setSystemTime(new Date(then));
    await keepOrder(anUnsentSale(2), "A");
    await keepOrder(anUnsentSale(3), "A");
    vi.useRealTimers();
    expect(numbers().sort()).toEqual(["A-1", "A-1", "A-2"]);
  },
);

it("gives each of two tabs another number", async () => {
  await Promise.all([1, 2, 3, 4].map((draft) => keepOrder(anUnsentSale(draft), "B")));
  expect(numbers().sort()).toEqual(["B-1", "B-2", "B-3", "B-4"]);
});

it("sends the oldest first, each once, and keeps nothing of them", async () => {
  const sent = serve();
  await keepOrder(anUnsentSale(2), "A");
  await keepOrder(anUnsentSale(1), "A");
  const sender = aSender();
  expect((await sendAll(sender)).end).toBe("done");
  await sendAll(sender);
  expect(sent.map(({ offlineNumber }) => offlineNumber)).toEqual(["A-2", "A-1"]);
  expect(sender.onSent).toHaveBeenCalledTimes(2);
  expect(shown()).toEqual([]);
});

it("goes on after one that is refused, and keeps that with its reason", async () => {
  const sent = serve(refusal(409, "order_sums_differ"));
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2), "A");
  expect((await sendAll(aSender())).end).toBe("done");
  expect(sent).toHaveLength(2);
  expect(shown()).toMatchObject([{ number: "A-1", refusal: { code: "order_sums_differ" } }]);
  await sendAll(aSender());
  expect(sent).toHaveLength(2);
});

it("goes on after one at which the server fails, and tries that again later", async () => {
  const sent = serve(refusal(500, "internal_error"));
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2), "A");
  expect(await sendAll(aSender())).toEqual({ end: "fault", retryAfterMs: null });
  expect(sent.map(({ offlineNumber }) => offlineNumber)).toEqual(["A-1", "A-2"]);
  expect(shown()).toMatchObject([{ number: "A-1", refusal: null }]);
});

it("lets go of what was sent also on a device without room, and says nothing of the server", async () => {
  const sent = serve(refusal(409, "order_sums_differ"));
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2), "A");
  const database = await openDevice();
  const put = vi.spyOn(database, "put");
  put.mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  // The reason of the refusal has no room: it is asked for again.
  expect(await sendAll(aSender())).toEqual({ end: "fault", retryAfterMs: null });
  expect(sent).toHaveLength(2);
  expect(numbers()).toEqual(["A-1"]);
  put.mockRestore();
});

it("enters a refused one as a sale of now", async () => {
  const sent = serve(refusal(409, "order_too_old"));
  const { draftId } = await keepOrder(anUnsentSale(1), "A");
  await sendAll(aSender());
  await changeOrder(draftId, () => ({ refusal: null, asSaleOfNow: "order_too_old" }));
  await sendAll(aSender());
  expect(sent[1]).toMatchObject({ draftId, asSaleOfNow: { reason: "order_too_old" } });
  expect(shown()).toEqual([]);
});

it.each([
  ["the server is not there", () => HttpResponse.error(), "unreachable"],
  ["a proxy answers", () => HttpResponse.text("<h1>Hello</h1>", { status: 502 }), "unreachable"],
  [
    "the hotel's network wants a sign-in",
    () => HttpResponse.text("<h1/>", { status: 403 }),
    "unreachable",
  ],
  ["the session is over", refusal(401, "unauthenticated"), "sign-in"],
  ["too many came in an hour", refusal(429, "rate_limited"), "wait"],
])("keeps all of them while %s", async (_, answer, end) => {
  const sent = serve(answer);
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2), "A");
  expect((await sendAll(aSender())).end).toBe(end);
  expect(sent).toHaveLength(1);
  expect(shown()).toMatchObject([{ refusal: null }, { refusal: null }]);
});

it.each([
  [403, "forbidden"],
  [409, "format_unknown"],
  [409, "payment_running"],
])("keeps one for later that is answered with %i %s", async (status, code) => {
  serve(refusal(status, code));
  await keepOrder(anUnsentSale(1), "A");
  expect((await sendAll(aSender())).end).toBe("done");
  expect(shown()).toMatchObject([{ refusal: null }]);
});

it("sends nothing of another truck, and nothing that is being changed", async () => {
  const sent = serve();
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2, { heldUntil: Date.now() + 60_000 }), "A");
  await sendAll(aSender({ maySend: () => false }));
  await sendAll(aSender());
  expect(sent.map(({ offlineNumber }) => offlineNumber)).toEqual(["A-1"]);
});

it("shows nothing of another truck", async () => {
  await keepOrder(anUnsentSale(1), "A");
  await showOrdersOf((truckId) => truckId !== aStaffTruck()._id);
  expect(shown()).toEqual([]);
  expect(await countByTruck()).toEqual(new Map([["Spicy Burritos", 1]]));
});

it("sends once from two tabs", async () => {
  const sent = serve();
  await keepOrder(anUnsentSale(1), "A");
  await Promise.all([sendAll(aSender()), sendAll(aSender())]);
  expect(sent).toHaveLength(1);
});

it("sends what was handed over as such, and the steps of what is still open after it", async () => {
  const sent = serve();
  const steps = recordCalls(
    "patch",
    "*/api/orders/:id",
    (request) => request.json(),
    () => HttpResponse.json(anOrder({ ...AS_SOLD, status: "ready" })),
  );
  await keepOrder(anUnsentSale(1, { status: "completed" }), "A");
  await keepOrder(anUnsentSale(2, { status: "ready" }), "A");
  await sendAll(aSender());
  expect(sent.map(({ handedOver }) => handedOver)).toEqual([true, false]);
  // The first one's answer says that it is confirmed, which this server does not make of it.
  expect(steps.at(-1)).toEqual({ status: "ready", through: ["preparing"] });
});

it("tells of a step that does not fit any more, until a person has seen it", async () => {
  serve();
  const order = anOrder({ ...AS_SOLD, status: "cancelled", orderNumber: "101" });
  server.use(
    http.patch("*/api/orders/:id", () =>
      HttpResponse.json({ error: "No.", code: "status_conflict", order }, { status: 409 }),
    ),
  );
  await keepOrder(anUnsentSale(1, { status: "ready" }), "A");
  await sendAll(aSender());
  expect(shown()).toMatchObject([
    { refusal: { code: "step_refused" }, arrived: { orderNumber: "101", status: "cancelled" } },
  ]);
});

it("sends a voided one with its reason, and tells when it had arrived before", async () => {
  const sent = serve(() => HttpResponse.json(anOrder({ status: "cancelled" }), { status: 201 }));
  for (const draft of [1, 2]) {
    const { draftId } = await keepOrder(anUnsentSale(draft), "A");
    await changeOrder(draftId, () => ({ voidReason: "Wrong order" }));
  }
  await sendAll(aSender());
  expect(sent.map((body) => body.void)).toEqual([
    { reason: "Wrong order" },
    { reason: "Wrong order" },
  ]);
  expect(shown()).toMatchObject([{ number: "A-2", refusal: { code: "arrived_already" } }]);
});

it.each([
  ["another total", { total: 4.36 }],
  ["another tender", { tender: "unpaid" as const }],
  ["other items", { items: anOrder().items }],
])("tells of one that had arrived before it was changed, with %s", async (_, was) => {
  serve(() => HttpResponse.json(anOrder({ ...AS_SOLD, status: "confirmed", ...was })));
  await keepOrder(anUnsentSale(1), "A");
  await sendAll(aSender());
  expect(shown()).toMatchObject([{ refusal: { code: "arrived_otherwise" } }]);
});

it("sends what was done with an order while its steps were on their way", async () => {
  serve();
  const sale = anUnsentSale(1, { status: "preparing" });
  const steps = recordCalls(
    "patch",
    "*/api/orders/:id",
    (request) => request.json() as Promise<{ status: StaffOrder["status"] }>,
    async ({ status }) => {
      if (status === "preparing") await changeOrder(sale.draftId, () => ({ status: "ready" }));
      return HttpResponse.json(anOrder({ ...AS_SOLD, status }));
    },
  );
  await keepOrder(sale, "A");
  await sendAll(aSender());
  expect(steps.map(({ status }) => status)).toEqual(["preparing", "ready"]);
  expect(shown()).toEqual([]);
});

it("keeps no change of an order that was sent meanwhile, which would never arrive", async () => {
  serve();
  await keepOrder(anUnsentSale(1), "A");
  await sendAll(aSender());
  await expect(keepOrder(anUnsentSale(1), "A")).rejects.toThrow();
  expect(shown()).toEqual([]);
});

it("says that a ticket came out here, until its order is changed to other food", async () => {
  const sent = serve();
  const { sale } = anUnsentSale(1);
  const more = { ...sale, lines: sale.lines.map((line) => ({ ...line, quantity: 2 })) };
  for (const [draft, changed] of [
    [1, { ...sale, payment: "unpaid" as const }],
    [2, more],
  ] as const) {
    const { draftId } = await keepOrder(anUnsentSale(draft), "A");
    await changeOrder(draftId, () => ({ ticketPrinted: true }));
    await keepOrder(anUnsentSale(draft, { sale: changed }), "A", true);
  }
  await sendAll(aSender());
  expect(sent.map(({ ticketPrinted }) => ticketPrinted)).toEqual([true, false]);
});

it("waits for no one who is asked whether the browser may keep orders", async () => {
  useUnsentStore.setState({ isPersistent: null });
  const storage = { persisted: async () => false, persist: () => new Promise(() => undefined) };
  vi.stubGlobal("navigator", { ...navigator, storage });
  const { number } = await keepOrder(anUnsentSale(1), "A");
  vi.unstubAllGlobals();
  expect(number).toBe("A-1");
});

it("sends what was held once the clock of the device was set back", async () => {
  const sent = serve();
  await keepOrder(anUnsentSale(1, { heldUntil: Date.now() + 86_400_000 }), "A");
  await sendAll(aSender());
  expect(sent).toHaveLength(1);
});

it("sends nothing more once its user has gone", async () => {
  const sent = serve();
  await keepOrder(anUnsentSale(1), "A");
  await keepOrder(anUnsentSale(2), "A");
  await sendAll(aSender({ maySend: () => sent.length === 0 }));
  expect(sent).toHaveLength(1);
});

it("sends nothing of a user who goes while it is read", async () => {
  const sent = serve();
  await keepOrder(anUnsentSale(1), "A");
  let isHere = true;
  const { get } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (this.name === "orders") isHere = false;
    return get.call(this, key);
  });
  await sendAll(aSender({ maySend: () => isHere }));
  expect([isHere, sent]).toEqual([false, []]);
});

it("leaves the steps of an order to the next session, where its user goes while it is sent", async () => {
  let isHere = true;
  serve(() => {
    isHere = false;
    return arrived(1);
  });
  const steps = recordCalls(
    "patch",
    "*/api/orders/:id",
    (request) => request.json(),
    () => HttpResponse.json(anOrder({ ...AS_SOLD, status: "ready" })),
  );
  await keepOrder(anUnsentSale(1, { status: "ready" }), "A");
  const sender = aSender({ maySend: () => isHere });
  await sendAll(sender);
  expect([steps, vi.mocked(sender.onSent).mock.calls]).toEqual([[], []]);
  expect(shown()).toMatchObject([{ status: "ready", refusal: null }]);
  isHere = true;
  await sendAll(sender);
  expect([steps.length, shown()]).toEqual([1, []]);
});

it("forgets nothing while an order is unsent", async () => {
  await keepOrder(anUnsentSale(1), "A");
  await expect(forgetEverything()).rejects.toThrow();
  expect(await countByTruck()).toEqual(new Map([["Spicy Burritos", 1]]));
});

it("says when it was taken by the clock of the moment in which it is sent", async () => {
  const sent = serve();
  // The tablet was an hour behind when it was taken, and its clock was set since.
  const takenAt = Date.now() - 2 * 3_600_000;
  await keepOrder(anUnsentSale(1, { takenAt, aheadMs: 3_600_000 }), "A");
  await sendAll(aSender());
  const [body] = sent;
  const age = Date.parse(body?.sentAt ?? "") - Date.parse(body?.takenAt ?? "");
  expect(Math.abs(age - 3_600_000)).toBeLessThan(5_000);
});
