import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aKitchenOrder, serveKitchen, showPage } from "@/test/staff/kitchen";

/** The time to undo, and what is left of the second in which it ends. */
const SENT_BY_NOW_MS = 5_500;

beforeEach(() => {
  // The screen's own timers and nothing of the network's.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  showPage();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Waits without letting the screen's time go on, as `waitFor` would. */
function untilSent(sent: string[]): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (sent.length === 0) return;
      clearInterval(look);
      resolve();
    }, 5);
  });
}

async function tapConfirm() {
  const kitchen = serveKitchen([aKitchenOrder("101", "pending")]);
  const { user } = renderApp("/admin/kitchen");
  await user.click(await screen.findByRole("button", { name: "Confirm order #101" }));
  await waitFor(() => expect(kitchen.isHeard()).toBe(true));
  return { ...kitchen, user };
}

it("sends a change by itself once it can no longer be undone", async () => {
  const { sent } = await tapConfirm();
  expect(sent).toEqual([]);
  await pass(SENT_BY_NOW_MS);
  await waitFor(() => expect(sent).toEqual(["101 confirmed"]));
  expect(screen.queryByRole("button", { name: "Undo order #101" })).not.toBeInTheDocument();
});

it("drops a change that a colleague's cancellation has overtaken, and says so", async () => {
  const { sent, say, user } = await tapConfirm();
  say("order", aKitchenOrder("101", "cancelled", { version: 2 }));
  expect(await screen.findByText("Cancelled. Stop cooking.")).toBeVisible();
  const notes = within(screen.getByRole("region", { name: "Notifications" }));
  expect(notes.getByText("Order #101 is already cancelled.")).toBeVisible();
  await pass(SENT_BY_NOW_MS);
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Take away order #101" }));
  expect(screen.queryByText("#101")).not.toBeInTheDocument();
});

it("sends what was kept as soon as the device is online again", async () => {
  const { sent, known } = await tapConfirm();
  server.use(http.patch("*/api/orders/:id", () => HttpResponse.error()));
  await pass(SENT_BY_NOW_MS);
  expect(await screen.findByText(/^Failed to update order status: #101\./)).toBeVisible();
  expect(sent).toEqual([]);
  server.use(
    http.patch("*/api/orders/:id", async ({ request, params }) => {
      const { status } = (await request.json()) as { status: "confirmed" };
      sent.push(`101 ${status}`);
      const order = aKitchenOrder("101", status, { version: 2 });
      known.set(String(params.id), order);
      return HttpResponse.json(order);
    }),
  );
  // No timer may send it.
  vi.setTimerTickMode("manual");
  act(() => void window.dispatchEvent(new Event("online")));
  await untilSent(sent);
  expect(sent).toEqual(["101 confirmed"]);
  vi.setTimerTickMode("interval", 20);
  await waitFor(() =>
    expect(screen.queryByText(/^Failed to update order status/)).not.toBeInTheDocument(),
  );
});
