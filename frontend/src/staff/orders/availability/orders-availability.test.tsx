import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { aGroup, aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { serveDisruptions } from "@/test/staff/disruptions-backend";
import { serveCounts, someCounts, someLoads } from "@/test/staff/schedule-backend";
import { aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";

const NOW = new Date().toISOString();
const taco = aStaffMenuItem({
  optionGroups: [aGroup("Extras", [0, 2], "Guacamole:1.50", "Cheese")],
});
const burrito = aStaffMenuItem({
  _id: "b".repeat(24),
  name: "Wet Burrito",
  position: 1,
  isAvailable: false,
});

interface Change {
  path: string;
  body: Record<string, unknown>;
}

/** A server that keeps what is changed; `refuse` makes it refuse the next change. */
function serve() {
  let truck = aStaffTruck({ timezone: "UTC" });
  let menu = [taco, burrito];
  const changes: Change[] = [];
  let refusal: string | null = null;
  const taken = async (request: Request) => {
    const body = (await request.json()) as Change["body"];
    changes.push({ path: new URL(request.url).pathname, body });
    if (!refusal) return body;
    const error = refusal;
    refusal = null;
    throw HttpResponse.json({ error, code: "busy" }, { status: 503 });
  };
  const marked = (item: StaffMenuItem, body: Change["body"]) => {
    menu = menu.map((known) => (known._id === item._id ? item : known));
    return HttpResponse.json({ ...item, version: item.version + 1, ...body });
  };
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([truck])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)),
    http.get("*/api/orders/counts", () => HttpResponse.json({ pending: 0 })),
    http.get("*/api/orders/stream", () => new HttpResponse(null, { status: 503 })),
    http.get("*/api/orders", () => HttpResponse.json({ orders: [], total: 0, nextCursor: null })),
    http.patch("*/api/trucks/:id/settings", async ({ request }) => {
      const body = (await taken(request)) as Partial<StaffTruck["settings"]>;
      const settings = { ...truck.settings, ...body };
      truck = {
        ...truck,
        settings,
        acceptingOrders: settings.acceptingOrders && settings.pausedUntil === null,
      };
      return HttpResponse.json(truck);
    }),
    http.patch("*/api/menu-items/:id/toggle-availability", async ({ request, params }) => {
      const { isAvailable, until } = await taken(request);
      const item = menu.find(({ _id }) => _id === params.id) ?? taco;
      const mark = { isAvailable: Boolean(isAvailable), soldOutUntil: (until as string) ?? null };
      return marked({ ...item, ...mark }, {});
    }),
    http.patch("*/api/menu-items/:id/options/:option/availability", async ({ request, params }) => {
      const { isAvailable } = await taken(request);
      const item = menu.find(({ _id }) => _id === params.id) ?? taco;
      const optionGroups = item.optionGroups.map((group) => ({
        ...group,
        options: group.options.map((option) =>
          option._id === params.option ? { ...option, isAvailable: Boolean(isAvailable) } : option,
        ),
      }));
      return marked({ ...item, optionGroups }, {});
    }),
  );
  return {
    changes,
    refuse: (sentence: string) => {
      refusal = sentence;
    },
  };
}

async function open(panel: RegExp) {
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  const controls = await screen.findByRole("region", { name: "Kitchen controls" });
  await user.click(await screen.findByRole("button", { name: /^Service/ }));
  await user.click(await within(controls).findByRole("button", { name: panel }));
  return { user, controls: within(controls), drawer: within(await screen.findByRole("dialog")) };
}

it("pauses for ten minutes with a reason, says until when, and resumes", async () => {
  const { changes } = serve();
  const { user, controls, drawer } = await open(/^Pause ordering/);
  await user.type(drawer.getByLabelText("Reason for customers (optional)"), "Out of gas");
  const before = Date.now();
  await user.click(drawer.getByRole("button", { name: /^Pause for 10 minutes/ }));
  expect(
    await controls.findByText(/^Ordering is paused until (tomorrow at )?\d/),
  ).toHaveTextContent("Customers read: “Out of gas”");
  await waitFor(() => expect(changes).toHaveLength(1));
  const [{ path, body }] = changes as [Change];
  expect(path).toBe(`/api/trucks/${aStaffTruck()._id}/settings`);
  expect(body).toEqual({
    acceptingOrders: true,
    notAcceptingReason: "Out of gas",
    pausedUntil: expect.stringMatching(/:00\.000Z$/),
  });
  const minutes = (Date.parse(String(body.pausedUntil)) - before) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(10);
  expect(minutes).toBeLessThanOrEqual(12);

  await user.click(await controls.findByRole("button", { name: "Resume now" }));
  await waitFor(() => expect(controls.queryByText(/^Ordering is paused/)).toBeNull());
  expect(changes[1]?.body).toEqual({
    acceptingOrders: true,
    pausedUntil: null,
    notAcceptingReason: null,
  });
});

it("takes a refused pause back and says why", async () => {
  const { refuse } = serve();
  const { user, controls, drawer } = await open(/^Pause ordering/);
  refuse("The database is busy. Please try again.");
  await user.click(drawer.getByRole("button", { name: /^Pause until I resume/ }));
  const message = "Failed to pause ordering: The database is busy. Please try again.";
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(controls.queryByText(/^Ordering is paused/)).toBeNull());
  // Open still: the next try is one tap away.
  expect(drawer.getByRole("button", { name: /^Pause until I resume/ })).toBeEnabled();
});

it("adds minutes for an hour and takes them back", async () => {
  const { changes } = serve();
  const { user, controls, drawer } = await open(/^Busy/);
  await user.click(drawer.getByRole("radio", { name: "For an hour" }));
  await user.click(drawer.getByRole("button", { name: /^Add 20 minutes/ }));
  expect(
    await controls.findByText(/^Busy until .*: pickups take 35 minutes instead of 15$/),
  ).toBeInTheDocument();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toEqual({
    extraLeadMinutes: 20,
    extraLeadUntil: expect.stringMatching(/Z$/),
  });
  await user.click(controls.getByRole("button", { name: "Back to normal" }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]?.body).toEqual({ extraLeadMinutes: 0, extraLeadUntil: null });
  await waitFor(() => expect(controls.queryByText(/^Busy until/)).toBeNull());
});

it("marks a menu item sold out for an hour, and another back on", async () => {
  const { changes } = serve();
  const { user, controls, drawer } = await open(/^Sold out \(1\)/);
  const out = within(await drawer.findByRole("region", { name: "Sold out now" }));
  expect(out.getByText("Sold out until further notice")).toBeInTheDocument();
  await user.click(drawer.getByRole("radio", { name: "1 hour" }));
  await user.click(drawer.getByRole("button", { name: "Sold out Carnitas taco" }));
  expect(await out.findByText(/^Sold out until (tomorrow at )?\d/)).toBeInTheDocument();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toEqual({
    path: `/api/menu-items/${taco._id}/toggle-availability`,
    body: { isAvailable: false, until: expect.stringMatching(/:00\.000Z$/) },
  });

  await user.click(out.getByRole("button", { name: "Back on Wet Burrito" }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]).toEqual({
    path: `/api/menu-items/${burrito._id}/toggle-availability`,
    body: { isAvailable: true },
  });
  await waitFor(() => expect(out.queryByText("Wet Burrito")).toBeNull());
  expect(controls.getByText("Sold out (1)")).toBeInTheDocument();
});

it("opens the panel that a link names, once", async () => {
  serve();
  signInAs("admin");
  const { user } = renderApp("/admin/orders?panel=soldOut");
  const panel = await screen.findByRole("dialog", { name: "Sold out" });
  await user.click(within(panel).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

describe("the counts that a link names", () => {
  beforeEach(() => {
    // Half an hour before the stop of `aStop`.
    vi.useFakeTimers({ now: new Date("2026-06-02T14:30:00Z"), shouldAdvanceTime: true });
    serveCounts(someCounts([]));
  });
  afterEach(() => vi.useRealTimers());

  async function follow(stop: Stop) {
    serveDisruptions([], null, stop);
    signInAs("admin");
    const app = renderApp("/admin/orders?panel=counts");
    await screen.findByText("No orders yet");
    return app;
  }

  it("open for the stop that staff work for", async () => {
    await follow(aStop({ takesOrders: true }));
    expect(await screen.findByRole("dialog", { name: "Counts" })).toBeVisible();
  });

  it("do not slide in when a stop begins later", async () => {
    const { user } = await follow(aStop({ preorderMinutes: 20 }));
    await user.click(await screen.findByRole("button", { name: /^Service/ }));
    expect(screen.queryByRole("button", { name: "Counts" })).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    const button = await screen.findByText("Counts", { selector: "button" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByRole("dialog", { name: "Counts" })).toBeVisible();
  });
});

it("finds an option and marks it sold out until that is taken back", async () => {
  const { changes } = serve();
  const { user, drawer } = await open(/^Sold out/);
  await user.type(await drawer.findByRole("searchbox", { name: "Search the menu" }), "guac");
  expect(drawer.queryByRole("button", { name: "Sold out Carnitas taco" })).toBeNull();
  await user.click(drawer.getByRole("button", { name: "Sold out Guacamole" }));
  const out = within(drawer.getByRole("region", { name: "Sold out now" }));
  expect(await out.findByText("Option of Carnitas taco")).toBeInTheDocument();
  await waitFor(() =>
    expect(changes).toEqual([
      {
        path: `/api/menu-items/${taco._id}/options/option-Guacamole/availability`,
        body: { isAvailable: false },
      },
    ]),
  );
});

it("asks for the time before anything can be marked until then", async () => {
  const { changes } = serve();
  const { user, drawer } = await open(/^Sold out/);
  await user.click(await drawer.findByRole("radio", { name: "Until…" }));
  const button = drawer.getByRole("button", { name: "Sold out Carnitas taco" });
  expect(button).toBeDisabled();
  await user.type(drawer.getByLabelText("Back on at"), "20:30");
  await user.click(button);
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body.until).toMatch(/T20:30:00\.000Z$/);
});

it("puts a menu item back that the server would not mark, and says why", async () => {
  const { refuse } = serve();
  const { user, drawer } = await open(/^Sold out/);
  const button = await drawer.findByRole("button", { name: "Sold out Carnitas taco" });
  refuse("The database is busy. Please try again.");
  await user.click(button);
  const message = "Failed to mark Carnitas taco sold out: The database is busy. Please try again.";
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await drawer.findByRole("button", { name: "Sold out Carnitas taco" })).toBeInTheDocument();
});

it("sets how much the kitchen of a truck that is always open makes, with what that is in an hour", async () => {
  const { changes, refuse } = serve();
  server.use(
    http.get("*/api/analytics", () => HttpResponse.json({ topItems: [] })),
    http.get("*/api/trucks/:id/slot-loads", () => HttpResponse.json(someLoads(NOW, [4, 6]))),
  );
  const { user, drawer } = await open(/^Capacity/);
  const units = drawer.getByLabelText("Menu items per 10 minutes");
  const save = () => user.click(drawer.getByRole("button", { name: "Save" }));
  await user.type(units, "0");
  await save();
  expect(units).toBeInvalid();
  expect(changes).toEqual([]);
  await user.clear(units);
  await user.type(units, "6");
  expect(await drawer.findByText(`About 36 × ${taco.name} an hour.`)).toBeVisible();
  refuse("The database is busy. Please try again.");
  await save();
  expect(
    await drawer.findByText("The capacity was not saved: The database is busy. Please try again."),
  ).toBeVisible();
  await save();
  expect(await screen.findByText("The capacity is saved")).toBeVisible();
  expect(changes.map(({ body }) => body)).toEqual(Array(2).fill({ unitsPerTenMinutes: 6 }));
  expect(
    await screen.findByRole("button", { name: /^Pickup slots.*4 of 12 menu items$/ }),
  ).toBeVisible();
});
