import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aGroup, aStop } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  aCount,
  serveCounts,
  serveLoads,
  serveMovingTruck,
  someCounts,
  someLoads,
} from "@/test/staff/schedule-backend";
import { aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
import type { StopCounts } from "./counted-items-and-form-values";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/orders/board/orders-page";

const TACO = aStaffMenuItem({
  _id: "a".repeat(24),
  name: "Taco",
  optionGroups: [aGroup("Extras", [0, 1], "Guacamole")],
});
const SOUP = aStaffMenuItem({ _id: "c".repeat(24), name: "Soup" });
const COUNT = aCount({ menuItemId: TACO._id, name: "Taco", initial: 40, remaining: 14 });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-06-02T16:10:30Z"), shouldAdvanceTime: true });
  signInAs("admin");
  serveStaff();
  serveMovingTruck(aStaffTruck(), aStop({ state: "open", takesOrders: true }));
  serveLoads(someLoads("2026-06-02T16:00:00Z", [0, 9]));
  server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([TACO, SOUP])));
});

afterEach(() => vi.useRealTimers());

async function openPanel() {
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: /^Service/ }));
  await user.click(await screen.findByRole("button", { name: "Counts" }));
  const panel = within(await screen.findByRole("dialog", { name: "Counts" }));
  const counted = await panel.findByRole("list", { name: "Counted" });
  return { user, panel, counted };
}

/** What the server makes of corrections of the one count. */
function correcting(): (method: string, body: unknown) => StopCounts {
  let { initial, remaining } = COUNT;
  return (_, body) => {
    const change = body as { by?: number; remaining?: number };
    const by = change.by ?? (change.remaining ?? 0) - remaining;
    initial += by;
    remaining += by;
    return someCounts([{ ...COUNT, initial, remaining }]);
  };
}

it("adds up quick taps, each sent once under a key of its own", async () => {
  const { posts } = serveCounts(someCounts([COUNT]), correcting());
  const { user, counted } = await openPanel();
  const more = within(counted).getByRole("button", { name: "+1: Taco" });
  await user.click(more);
  await user.click(more);
  await user.click(within(counted).getByRole("button", { name: "−1: Taco" }));
  await waitFor(() => expect(posts).toHaveLength(3));
  expect(posts.map(({ body }) => body)).toEqual([
    { menuItemId: TACO._id, by: 1 },
    { menuItemId: TACO._id, by: 1 },
    { menuItemId: TACO._id, by: -1 },
  ]);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(3);
  await waitFor(() => expect(counted).toHaveTextContent("Taco15 of 41 left"));
});

it("shows a tap before the server has answered", async () => {
  serveCounts(someCounts([COUNT]));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post("*/api/stops/:id/stock/adjust", async () => {
      await held;
      return HttpResponse.json(someCounts([{ ...COUNT, initial: 41, remaining: 15 }]));
    }),
  );
  const { user, counted } = await openPanel();
  await user.click(within(counted).getByRole("button", { name: "+1: Taco" }));
  await waitFor(() => expect(counted).toHaveTextContent("15 of 41 left"));
  answer();
});

it("sets how many are left", async () => {
  const { posts } = serveCounts(someCounts([COUNT]), correcting());
  const { user, counted } = await openPanel();
  const left = within(counted).getByLabelText("Left: Taco");
  expect(left).toHaveValue("14");
  await user.clear(left);
  await user.type(left, "6{Enter}");
  await waitFor(() => expect(posts[0]?.body).toEqual({ menuItemId: TACO._id, remaining: 6 }));
  await waitFor(() => expect(counted).toHaveTextContent("6 of 32 left"));
});

it("explains why nothing can be taken away, and shows what is true", async () => {
  const sentence = "40 are ordered already. Use 40 or more in all.";
  const { posts } = serveCounts(someCounts([COUNT]), () => ({
    status: 409,
    body: { error: sentence, code: "stock_taken" },
  }));
  const { user, counted } = await openPanel();
  await user.click(within(counted).getByRole("button", { name: "−1: Taco" }));
  const alert = await within(counted).findByRole("alert");
  expect(alert).toHaveTextContent(`Not changed: ${sentence}`);
  await waitFor(() => expect(counted).toHaveTextContent("14 of 40 left"));
  expect(posts).toHaveLength(1);
});

it("says sold out at nothing left, where only more can be added", async () => {
  serveCounts(someCounts([{ ...COUNT, remaining: 0 }]));
  const { counted } = await openPanel();
  expect(counted).toHaveTextContent("TacoSold out");
  expect(within(counted).getByRole("button", { name: "−1: Taco" })).toBeDisabled();
  expect(within(counted).getByRole("button", { name: "+1: Taco" })).toBeEnabled();
});

it("starts to count an option that is found by its name", async () => {
  const { posts } = serveCounts(someCounts([COUNT]));
  const { user, panel } = await openPanel();
  const others = panel.getByRole("list", { name: "Not counted" });
  expect(within(others).getAllByRole("listitem")).toHaveLength(1);
  expect(within(others).getByText("Soup")).toBeVisible();
  await user.type(panel.getByRole("searchbox", { name: "Count something else" }), "guac");
  await user.type(within(others).getByLabelText("Left: Taco: Guacamole"), "20");
  await user.click(within(others).getByRole("button", { name: "Set Taco: Guacamole" }));
  await waitFor(() =>
    expect(posts[0]?.body).toEqual({ optionId: "option-Guacamole", remaining: 20 }),
  );
});

it("follows what is sold meanwhile", async () => {
  const stream = serveStream(server, "*/api/orders/stream");
  const { change } = serveCounts(someCounts([COUNT]));
  const { counted } = await openPanel();
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  change(someCounts([{ ...COUNT, remaining: 3 }]));
  stream.say("menu", { menuItemId: TACO._id });
  await waitFor(() => expect(counted).toHaveTextContent("3 of 40 left"));
});
