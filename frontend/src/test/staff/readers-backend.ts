import { HttpResponse, http } from "msw";
import type { Reader } from "@/staff/devices/api";
import type { CounterPayment } from "@/staff/orders/reader/counter-payments-api";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aStaffTruck } from "./staff";

export function aReader(overrides: Partial<Reader> = {}): Reader {
  return {
    _id: "7".repeat(24),
    truckId: aStaffTruck()._id,
    label: "Window",
    deviceType: "simulated_wisepos_e",
    status: "online",
    lastSeenAt: new Date().toISOString(),
    createdAt: "2026-11-20T02:30:00Z",
    ...overrides,
  };
}

export function aCounterPayment(overrides: Partial<CounterPayment> = {}): CounterPayment {
  const now = new Date().toISOString();
  return {
    _id: "8".repeat(24),
    truckId: aStaffTruck()._id,
    state: "waiting",
    reason: null,
    total: 2.18,
    tip: 0,
    readerId: aReader()._id,
    readerLabel: aReader().label,
    asksForTip: false,
    declineCode: null,
    draftId: null,
    orderId: null,
    paysOrderId: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    ...overrides,
  };
}

/**
 * One payment, as it stands after each step: `become` is what the reader or another tablet makes of it, and `decisions`
 * are what this screen has asked for. `answer` makes the state after a decision.
 */
export function servePayments(first: CounterPayment | null = null) {
  let payment = first;
  let version = 0;
  let answer: (kind: string) => Partial<CounterPayment> = (kind) =>
    kind === "retry" ? { state: "waiting", reason: null } : { state: "cancelled" };
  const become = (change: Partial<CounterPayment>) => {
    version += 1;
    const updatedAt = new Date(Date.now() + version).toISOString();
    payment = { ...(payment ?? aCounterPayment()), ...change, updatedAt };
    return payment;
  };
  const isOpen = () => payment && !["paid", "cash", "cancelled", "expired"].includes(payment.state);
  type Asked = { draftId?: string; orderId?: string; readerId: string } & Record<string, unknown>;
  const asked = recordCalls(
    "post",
    "*/api/counter-payments",
    async (request) => (await bodyAndKeyOf(request)) as { body: Asked; key: string },
    ({ body }) => {
      const { draftId = null, orderId: paysOrderId = null, readerId } = body;
      const made = { draftId, paysOrderId, readerId };
      payment = null;
      return HttpResponse.json(become(made), { status: 201 });
    },
  );
  const decisions = recordCalls(
    "post",
    "*/api/counter-payments/:id/:decision",
    async (request) => {
      const text = await request.text();
      return [new URL(request.url).pathname.split("/").at(-1) ?? "", text] as const;
    },
    ([kind]) => HttpResponse.json(become(answer(kind))),
  );
  server.use(
    http.get("*/api/counter-payments", () =>
      HttpResponse.json({ counterPayments: isOpen() ? [payment] : [] }),
    ),
    http.get("*/api/counter-payments/:id", () => HttpResponse.json(payment)),
  );
  return {
    asked,
    decisions,
    become,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}
