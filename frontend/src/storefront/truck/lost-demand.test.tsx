import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Truck } from "@/domain/api/public-types";
import { publicMenuKey, truckBySlugKey } from "@/domain/query-keys";
import { aMenuItem, aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";

const SLUG = "spicy-burritos";
const DEMAND = `*/api/trucks/${SLUG}/demand`;
const PAUSED = aTruck({ acceptingOrders: false, notAcceptingReason: "back at 2 PM" });
const ELOTE = aMenuItem({ _id: "e".repeat(24), name: "Elote", isAvailable: false, position: 2 });
const taken = () => new HttpResponse(null, { status: 204 });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const times = (from: number, to: number) => ({ startsAt: inHours(from), endsAt: inHours(to) });

/** Opens the truck, and returns what it reports. */
async function openTruck(truck: Truck, answer: () => Response = taken) {
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)),
    http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([])),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json([aMenuItem(), ELOTE])),
  );
  const reports = recordCalls("post", DEMAND, bodyOf, answer);
  const app = renderApp(`/${SLUG}`);
  await screen.findByText("Found 2 menu items");
  return { ...app, reports };
}

it("reports a view of a paused truck once, however often the page is drawn again", async () => {
  const { client, reports } = await openTruck(PAUSED);
  await waitFor(() => expect(reports).toEqual([{ kind: "closed_view", stopId: null }]));
  client.setQueryData(truckBySlugKey(SLUG), { ...PAUSED, notAcceptingReason: "back at 3 PM" });
  await screen.findByText(/back at 3 PM/);
  client.setQueryData(publicMenuKey(PAUSED._id), [aMenuItem()]);
  await screen.findByText("Found 1 menu item");
  expect(reports).toHaveLength(1);
});

it("names the next stop, which takes no orders yet", async () => {
  const next = aStop({ ...times(20, 23), preorderMinutes: 0 });
  const { reports } = await openTruck(aMovingTruck(null, next));
  await waitFor(() => expect(reports).toEqual([{ kind: "closed_view", stopId: next._id }]));
});

it.each([
  ["is open at any time", aTruck()],
  [
    "stands at a stop",
    aMovingTruck(aStop({ ...times(-1, 3), state: "open", takesOrders: true }), null),
  ],
  ["takes pre-orders", aMovingTruck(null, aStop({ ...times(1, 3), takesOrders: true }))],
])("reports no view of a truck that %s", async (_, truck) => {
  const { client, user, reports } = await openTruck(truck);
  await user.click(screen.getByRole("heading", { name: "Carnitas taco" }));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  // A tap on a sold-out item is sent at once: nothing was on its way before it.
  await user.click(screen.getByRole("heading", { name: "Elote" }));
  await waitFor(() => expect(reports).toHaveLength(1));
  expect(reports).toMatchObject([{ kind: "sold_out" }]);
});

it("reports a tap on a sold-out item once, with the stop that orders are for", async () => {
  const stop = aStop({ ...times(-1, 3), state: "open", takesOrders: true });
  const { user, reports } = await openTruck(aMovingTruck(stop, null));
  await user.click(screen.getByRole("heading", { name: "Elote" }));
  await user.click(screen.getByText("Sold out"));
  await waitFor(() => expect(reports).toEqual([{ kind: "sold_out", stopId: stop._id }]));
  expect(screen.getByRole("region", { name: "Notifications" })).toBeEmptyDOMElement();
});

it.each([
  ["an error of the server", () => HttpResponse.json({ error: "No" }, { status: 500 })],
  ["too many of them", () => new HttpResponse(null, { status: 429 })],
  ["no connection", () => HttpResponse.error()],
])("goes on after %s, and does not try again", async (_, answer) => {
  const { user, reports } = await openTruck(PAUSED, answer);
  await waitFor(() => expect(reports).toHaveLength(1));
  await user.click(screen.getByRole("heading", { name: "Elote" }));
  await waitFor(() => expect(reports).toHaveLength(2));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(screen.getByText(/back at 2 PM/)).toBeVisible();
  expect(reports).toMatchObject([{ kind: "closed_view" }, { kind: "sold_out" }]);
});
