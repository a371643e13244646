import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { UNDO_MS } from "@/staff/orders/steps/status-change-queue";
import { readToken, SIGN_OUT_WAIT_MS } from "@/staff/session/session";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";

const ORDER = anOrder();
const PATH = `/admin/orders/${ORDER._id}`;

const PAID = { method: "cash", at: "2026-11-20T02:40:00Z", by: "Rosa" } as const;
const REFUND: StaffOrder["refunds"][number] = {
  _id: "r".repeat(24),
  amount: 2,
  items: null,
  reason: "Order cancelled",
  by: "Rosa",
  method: "window",
  status: "due",
  failure: null,
  cause: "cancellation",
  createdAt: "2026-11-20T03:00:00Z",
};

function serveOrder(order: StaffOrder) {
  server.use(http.get("*/api/orders/:id", () => HttpResponse.json(order)));
}

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])));
  server.use(http.get("*/api/orders", () => HttpResponse.json([])));
  serveOrder(ORDER);
});

function takeChanges(answer: (body: unknown) => Response) {
  return recordCalls("patch", "*/api/orders/:id", bodyOf, answer);
}

/** The screen's own timers and nothing of the network's. */
function withClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
}
afterEach(() => vi.useRealTimers());

const undoIsOver = () => act(() => vi.advanceTimersByTimeAsync(UNDO_MS));

it("moves the order on by the steps that the server names", async () => {
  const now = { ...ORDER, windowPayment: PAID, refunds: [REFUND], version: 2 };
  const asked = takeChanges(() =>
    HttpResponse.json(
      asked.length === 1
        ? { ...now, status: "confirmed", nextStatuses: ["cancelled"] }
        : { ...now, status: "cancelled", nextStatuses: [], version: 3 },
    ),
  );
  withClock();
  const { user } = renderApp(PATH);
  await user.click(await screen.findByRole("button", { name: "Mark as Confirmed" }));
  await user.click(screen.getByRole("button", { name: "Undo order #101" }));
  await user.click(screen.getByRole("button", { name: "Mark as Confirmed" }));
  await undoIsOver();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Updating..." })).toBeNull());
  const reminder = "Order #101 was paid in cash: hand $2.00 back.";
  expect(screen.queryByText(reminder)).toBeNull();
  // Only a cancelled order reminds of the money, also once its page was left.
  await user.click(screen.getByRole("button", { name: "Mark as Cancelled" }));
  await user.click(await screen.findByRole("button", { name: /^Cancel/ }));
  expect(await screen.findByText(reminder)).toBeVisible();
  expect(asked).toEqual([{ status: "confirmed" }, { status: "cancelled" }]);
});

it("keeps the keyboard's place at the steps, also after Undo and once nothing is left to do", async () => {
  serveOrder({ ...ORDER, status: "ready", nextStatuses: ["completed"] });
  takeChanges(() =>
    HttpResponse.json({ ...ORDER, status: "completed", nextStatuses: [], version: 2 }),
  );
  withClock();
  const { user } = renderApp(PATH);
  const press = async (name: string) => {
    (await screen.findByRole("button", { name })).focus();
    await user.keyboard("{Enter}");
  };
  await press("Mark as Completed");
  const place = screen.getByRole("button", { name: "Undo order #101" }).closest("[tabindex]");
  expect(place).toHaveFocus();
  await press("Undo order #101");
  expect(place).toHaveFocus();
  await press("Mark as Completed");
  screen.getByRole("button", { name: "Undo order #101" }).focus();
  await undoIsOver();
  await waitFor(() => expect(place).toBeEmptyDOMElement());
  expect(place).toHaveFocus();
});

it.each([
  ["the server has answered to it", true],
  ["three seconds are over without an answer", false],
])("sends an unsent step at sign-out, and revokes its token once %s", async (_, answers) => {
  const token = `Bearer ${readToken()}`;
  const calls: unknown[] = [];
  let answer = (_response: Response) => {};
  server.use(
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.patch("*/api/orders/:id", ({ request }) => {
      calls.push(["step", request.headers.get("authorization")]);
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    }),
    http.post("*/api/auth/logout", ({ request }) => {
      calls.push(["logout", request.headers.get("authorization")]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  withClock();
  const { user } = renderApp(PATH);
  await user.click(await screen.findByRole("button", { name: "Mark as Confirmed" }));
  await user.click(screen.getAllByRole("button", { name: "Sign out" })[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  await waitFor(() => expect(calls).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(SIGN_OUT_WAIT_MS / 2));
  expect(calls).toEqual([["step", token]]);
  if (answers) answer(HttpResponse.json({ ...ORDER, status: "confirmed", version: 2 }));
  else await act(() => vi.advanceTimersByTimeAsync(SIGN_OUT_WAIT_MS));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toEqual(["logout", token]);
});

it("shows what a faster colleague did", async () => {
  const order = { ...ORDER, status: "cancelled" as const, nextStatuses: [], version: 3 };
  takeChanges(() =>
    HttpResponse.json({ error: "Too late.", code: "status_conflict", order }, { status: 409 }),
  );
  withClock();
  const { user } = renderApp(PATH);
  await user.click(await screen.findByRole("button", { name: "Mark as Confirmed" }));
  await undoIsOver();
  expect(await screen.findByText("Order #101 is already cancelled.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark as Confirmed" })).toBeNull();
});

it("sets the pickup time by minutes and back to what was asked", async () => {
  const pickupTime = new Date(Date.now() + 3_600_000).toISOString();
  serveOrder({ ...ORDER, pickupTime, estimatedPickupTime: pickupTime });
  let version = 1;
  const asked = takeChanges((body) => {
    version += 1;
    return HttpResponse.json({ ...ORDER, pickupTime, ...(body as object), version });
  });
  const { user } = renderApp(PATH);
  await user.click(await screen.findByRole("button", { name: "+10 min" }));
  expect(await screen.findByText(/^The customer asked for/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back to the asked time" }));
  await waitFor(() => expect(screen.queryByText(/^The customer asked for/)).toBeNull());
  const [later, back] = asked as { estimatedPickupTime: string }[];
  const added = Date.parse(later?.estimatedPickupTime ?? "") - Date.parse(pickupTime);
  expect(added).toBeGreaterThanOrEqual(600_000);
  expect(added).toBeLessThan(660_000);
  expect(back).toEqual({ estimatedPickupTime: pickupTime });
});

type Told = Partial<StaffOrder["messages"][number]>;

it.each<[Told, RegExp]>([
  [{ status: "pending" }, /^The customer is texted the new time within a minute\.$/],
  [{ status: "delivered" }, /^The customer was told the new time\.$/],
  [{ status: "skipped", reasonCode: "told_by_push" }, /^The customer was told the new time\.$/],
  [{ status: "skipped", reasonCode: "opted_out" }, /was not told.* Please call\..*\(STOP\)\.$/],
  [{ status: "failed", reason: "Landline." }, /was not told.* Please call\..*Landline\.$/],
])("says whether the customer was told of the new time: %o", async (told, sentence) => {
  const kind = "time_changed" as const;
  const messages: StaffOrder["messages"] = [
    { kind, status: "sent", at: "2026-11-20T03:00:00Z", reason: null },
    { kind, status: "sent", at: "2026-11-20T03:09:00Z", reason: null, ...told },
  ];
  takeChanges(() => HttpResponse.json({ ...ORDER, version: 2, messages }));
  const { user } = renderApp(PATH);
  await user.click(await screen.findByRole("button", { name: "+10 min" }));
  const said = await screen.findByText(/the new time/);
  expect(said.closest("[role=status]")).toHaveTextContent(sentence);
});
