import { useQueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveSource, LiveState } from "@/domain/live/use-live-stream";
import { clearCart, getCart } from "@/storefront/cart/cart-store";
import { listSavedOrders, saveOrder } from "@/storefront/my-orders/saved-orders";
import { aMenuItem, aMovingTruck, aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { TOKEN, TRACKED, TRUCK } from "@/test/storefront/customer-backend";
import type { TrackedOrder } from "./api";

const ADDRESS = `/spicy-burritos/order/${TOKEN}`;

function aTrackedOrder(overrides: Partial<TrackedOrder> = {}): TrackedOrder {
  return { ...TRACKED, ...overrides };
}

const stream = vi.hoisted(() => ({
  live: { state: "live", lostSince: null } as LiveState,
  paths: [] as (string | null)[],
  say: (_name: string, _data: unknown) => {},
}));

// The stream itself is tested with its client; here it is heard or lost as a test wants it.
vi.mock("@/domain/live/use-live-stream", () => ({
  useLiveStream: (source: LiveSource | null) => {
    const client = useQueryClient();
    stream.paths.push(source?.path ?? null);
    if (source?.path.startsWith("/track/")) {
      stream.say = (name, data) => act(() => source.apply(client, name, data));
    }
    return stream.live;
  },
}));

beforeEach(() => {
  stream.live = { state: "live", lostSince: null };
  stream.paths.length = 0;
});

function serve(order: TrackedOrder) {
  server.use(http.get(`*/api/track/${TOKEN}`, () => HttpResponse.json(order)));
}

async function open(order: TrackedOrder, address = ADDRESS) {
  serve(order);
  const app = renderApp(address);
  await screen.findByRole("heading", { level: 1, name: `Order #${order.orderNumber}` });
  return app;
}

const news = () => within(screen.getByRole("main")).getByRole("status");

describe("an order that is followed", () => {
  it("can be told on the device until it is over, and not by a link that only shows it", async () => {
    const push = { publicKey: "BKey" };
    server.use(
      http.get("*/api/config", () => HttpResponse.json({ ...CONFIG, push })),
      http.get(`*/api/track/${TOKEN}/devices`, () => HttpResponse.json([])),
    );
    await open(aTrackedOrder());
    expect(await screen.findByRole("switch", { name: "Tell me on this device" })).toBeVisible();
    stream.say("order", aTrackedOrder({ status: "completed", version: TRACKED.version + 1 }));
    await waitFor(() => expect(screen.queryByRole("switch")).not.toBeInTheDocument());
    stream.say("order", aTrackedOrder({ isViewOnly: true, version: TRACKED.version + 2 }));
    expect(await screen.findByText(/^This link only shows the order\./)).toBeVisible();
    expect(screen.queryByRole("switch")).not.toBeInTheDocument();
  });

  it("goes on under a new address once its phone or email is corrected, soon after ordering", async () => {
    const trackingToken = "n".repeat(43);
    const saved = { slug: TRUCK.slug, truckName: TRUCK.name, orderNumber: "104" };
    saveOrder({ ...saved, token: TOKEN });
    const answers = [{ trackingToken: TOKEN }, { trackingToken }];
    const calls = recordCalls("post", `*/api/track/${TOKEN}/contact`, bodyAndKeyOf, () =>
      HttpResponse.json(answers.shift()),
    );
    const { user } = await open(aTrackedOrder({ contactUntil: "2099-06-02T01:00:00Z" }));
    await user.click(screen.getByRole("button", { name: "Wrong phone number or email?" }));
    const dialog = within(await screen.findByRole("dialog"));
    const correct = dialog.getByRole("button", { name: "Correct it and send again" });
    await user.click(correct);
    expect(dialog.getByRole("alert")).toHaveTextContent("Enter the right phone number or email.");
    await user.type(dialog.getByLabelText("Right phone number"), "2133734299");
    await user.click(correct);
    expect(await dialog.findByText(/has this already/)).toBeVisible();
    server.use(http.get(`*/api/track/${trackingToken}`, () => HttpResponse.json(aTrackedOrder())));
    await user.click(correct);
    await waitFor(() =>
      expect(window.location.pathname).toBe(`/${TRUCK.slug}/order/${trackingToken}`),
    );
    expect(await screen.findByText("Corrected. The confirmation is on its way.")).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ phone: "+12133734299" }));
    expect(listSavedOrders()).toEqual([{ ...saved, token: trackingToken }]);
    expect(stream.paths.at(-1)).toBe(`/track/${trackingToken}/stream`);
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: /^Wrong phone/ })).not.toBeInTheDocument(),
    );
  });

  it("says how far it is, when it is ready, where it waits and what it cost", async () => {
    const [item] = aTrackedOrder().items;
    if (!item) throw new Error("An order has items.");
    const items = [
      { ...item, refundedQuantity: 1 },
      { ...item, name: "Horchata", refundedQuantity: 2 },
    ];
    await open(aTrackedOrder({ items }));
    expect(news()).toHaveTextContent("Cooking now");
    expect(screen.getByText("Ready by 6:05 PM")).toBeVisible();
    expect(screen.getByText("Monday, June 1")).toBeVisible();
    const steps = within(screen.getByRole("list", { name: "Status" })).getAllByRole("listitem");
    expect(steps.map((step) => step.textContent)).toEqual([
      "Received, done5:30 PM, Monday, June 1",
      "Confirmed, done5:31 PM, Monday, June 1",
      "Preparing, now5:32 PM, Monday, June 1",
      "Ready, to come",
      "Picked up, to come",
    ]);
    const map = screen.getByRole("link", { name: "Open the map" });
    expect(map).toHaveAttribute("href", expect.stringContaining("Spicy%20Burritos%2C%20Portland"));
    expect(map).toHaveAttribute("rel", "noreferrer");
    expect(screen.getByRole("link", { name: /^Call the truck/ })).toHaveAttribute(
      "href",
      "tel:(503) 555-0142",
    );
    const receipt = screen.getByRole("region", { name: "Your receipt" });
    for (const words of ["Carnitas taco", "x 2", "“No onions”", "$0.70", "$8.70", "Total paid"]) {
      expect(receipt).toHaveTextContent(words);
    }
    const [some, all] = within(receipt).getAllByRole("listitem");
    expect(some).toHaveTextContent("Carnitas tacox 21 of 2 refunded");
    expect(all).toHaveTextContent("Horchatax 2Refunded");
    expect(within(receipt).getByText("Horchata").tagName).toBe("S");
    expect(document.title).toBe("Cooking now: #104 · Chuckwagon");
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute(
      "content",
      "no-referrer",
    );
  });

  it("names the place of the stop, and has its times on the clock there", async () => {
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
    const slotAt = "2026-06-03T01:00:00Z";
    await open(aTrackedOrder({ stopId: "5".repeat(24), place, slotAt }));
    const pickup = screen.getByRole("region", { name: "Where to pick up" });
    expect(pickup).toHaveTextContent("Pier 5, 5 River St");
    expect(screen.getByRole("link", { name: "Open the map" })).toHaveAttribute(
      "href",
      expect.stringContaining("Pier%205%2C%205%20River%20St"),
    );
    expect(screen.getByText("Ready by 9:05 PM")).toBeVisible();
    const receipt = screen.getByRole("region", { name: "Your receipt" });
    expect(receipt).toHaveTextContent(
      "Jun 1, 2026, 8:30 PMPickup: 9:00 PM, Tuesday, June 2Pier 5, 5 River St",
    );
  });

  it("says that it is ready as soon as the stream does", async () => {
    await open(aTrackedOrder());
    expect(stream.paths.at(-1)).toBe(`/track/${TOKEN}/stream`);
    stream.say("order", aTrackedOrder({ status: "ready", version: 4 }));
    await waitFor(() => expect(news()).toHaveTextContent("Ready!"));
    expect(news()).toHaveTextContent("Pick it up at the counter and say number 104.");
    expect(document.title).toBe("Ready! Order #104 · Chuckwagon");
    expect(screen.queryByText(/^ready by/)).not.toBeInTheDocument();
  });

  it("never goes back to an earlier state", async () => {
    await open(aTrackedOrder({ status: "ready", version: 4 }));
    stream.say("order", aTrackedOrder({ status: "preparing", version: 3 }));
    expect(news()).toHaveTextContent("Ready!");
    // What has no version, such as a refund, shows all the same.
    stream.say("order", aTrackedOrder({ status: "ready", version: 4, refunded: 2 }));
    expect(await screen.findByText("Refund on its way")).toBeVisible();
    expect(news()).toHaveTextContent("Ready!");
  });

  it("says usual times when none was named", async () => {
    await open(aTrackedOrder({ pickupTime: null, estimatedPickupTime: null }));
    expect(screen.getByText("Approximately 15-30 minutes")).toBeVisible();
  });

  it("says that it takes longer once the time has passed", async () => {
    await open(aTrackedOrder({ estimatedPickupTime: "2026-01-01T00:00:00.000Z" }));
    expect(screen.getByText(/takes a little longer/)).toBeVisible();
  });

  it.each([
    [{ status: "cancelled", refunded: 8.7 }, "A refund of $8.70 is on its way."],
    [{ status: "cancelled", refunded: 8.7, paymentStatus: "refunded" }, "$8.70 was refunded."],
    [{ status: "cancelled", paymentStatus: "unpaid" }, "Nothing was paid."],
    [{ status: "cancelled", paymentStatus: "disputed" }, "your bank settles the money with you"],
    [{ paymentStatus: "unpaid" }, "$8.70 to pay at the counter."],
  ] as const)("says what becomes of the money: %o", async (change, sentence) => {
    await open(aTrackedOrder(change));
    expect(news()).toHaveTextContent(sentence);
  });

  it("does not send the customer of a cancelled order to the truck, but says whom to ask", async () => {
    const truck = { ...TRACKED.truck, phone: "5035550142" };
    await open(aTrackedOrder({ status: "cancelled", truck }));
    expect(screen.queryByText("Where to pick up")).not.toBeInTheDocument();
    const questions = within(screen.getByRole("region", { name: "Questions?" }));
    expect(questions.getByRole("link", { name: /^Call the truck/ })).toBeVisible();
    expect(questions.queryByText("Open the map")).not.toBeInTheDocument();
  });

  it("shows how far a cancelled order came", async () => {
    const steps = [
      { status: "pending" as const, at: "2026-06-02T00:30:00.000Z" },
      { status: "cancelled" as const, at: "2026-06-02T00:33:00.000Z" },
    ];
    await open(aTrackedOrder({ status: "cancelled", steps }));
    const list = screen.getByRole("list", { name: "Status" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    expect(list).toHaveTextContent("Cancelled, now5:33 PM");
  });

  it("goes to the address of its own truck", async () => {
    await open(aTrackedOrder(), `/test-truck/order/${TOKEN}`);
    expect(window.location.pathname).toBe(ADDRESS);
  });

  it("is shown below /truck as well", async () => {
    await open(aTrackedOrder(), `/truck${ADDRESS}`);
    expect(window.location.pathname).toBe(`/truck${ADDRESS}`);
  });
});

describe("without its stream", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return () => vi.useRealTimers();
  });

  it("asks every 15 seconds and says since when the connection is lost", async () => {
    stream.live = { state: "lost", lostSince: Date.parse("2026-06-02T00:40:00Z") };
    await open(aTrackedOrder());
    expect(screen.getByText("Connection lost since 5:40 PM")).toBeVisible();
    serve(aTrackedOrder({ status: "ready" }));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(document.title).toBe("Ready! Order #104 · Chuckwagon"));
  });
});

describe("an order that is not there", () => {
  it("is said to be unknown when no order has the token", async () => {
    server.use(
      http.get(`*/api/track/${TOKEN}`, () =>
        HttpResponse.json({ error: "We could not find this order." }, { status: 404 }),
      ),
    );
    renderApp(ADDRESS);
    expect(
      await screen.findByRole("heading", { level: 1, name: "We could not find this order" }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Menu" })).toHaveAttribute(
      "href",
      "/spicy-burritos",
    );
  });

  it("can be asked for again after a failure", async () => {
    server.use(
      http.get(`*/api/track/${TOKEN}`, () =>
        HttpResponse.json({ error: "The server is out." }, { status: 503 }),
      ),
    );
    const { user } = renderApp(ADDRESS);
    expect(await screen.findByRole("alert")).toHaveTextContent("The server is out.");
    serve(aTrackedOrder());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Order #104" })).toBeVisible();
  });
});

describe("ordering again", () => {
  beforeEach(() => clearCart("spicy-burritos"));

  it("opens the cart at today's prices and says what has changed", async () => {
    const elote = { menuItemId: "e".repeat(24), name: "Elote", quantity: 1, unitPrice: 5 };
    const order = aTrackedOrder({ status: "completed" });
    const lines = [...order.items, { ...order.items[0], ...elote } as (typeof order.items)[number]];
    const soldOut = aMenuItem({ _id: elote.menuItemId, name: "Elote", isAvailable: false });
    const menu = [aMenuItem({ basePrice: 4.5 }), soldOut];
    server.use(
      http.get("*/api/menu-items/public/:truckId", () => HttpResponse.json(menu)),
      http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(TRUCK)),
    );
    const { user } = await open({ ...order, items: lines });
    await user.click(screen.getByRole("button", { name: "Order again" }));
    const cart = await screen.findByRole("dialog", { name: "Your cart" });
    expect(cart).toHaveTextContent("Carnitas taco is now $4.50 (was $4.00)");
    expect(cart).toHaveTextContent("Elote is sold out and was removed");
    expect(within(cart).getByRole("button", { name: "Checkout" })).toBeEnabled();
    expect(window.location.pathname).toBe("/spicy-burritos");
    expect(getCart("spicy-burritos").items[0]).toMatchObject({ quantity: 2, totalPrice: 9 });
    window.history.back();
    await waitFor(() => expect(cart).not.toBeInTheDocument());
    window.history.back();
    expect(await screen.findByText(/^This order is added to what is in your cart/)).toBeVisible();
  });

  it("takes what the stop has that orders go to, although the present one is out of it", async () => {
    const [today, next] = [aStop({ bookedOut: true }), aStop({ _id: "8".repeat(24) })];
    const hours = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString();
    const truck = aMovingTruck(
      { ...today, startsAt: hours(-1), endsAt: hours(1) },
      { ...next, startsAt: hours(20), endsAt: hours(22), takesOrders: true },
    );
    server.use(
      http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)),
      http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([])),
      http.get("*/api/menu-items/public/:truckId", ({ request }) => {
        const isAvailable = new URL(request.url).searchParams.get("stopId") === next._id;
        return HttpResponse.json([aMenuItem({ isAvailable, remaining: isAvailable ? 9 : 0 })]);
      }),
    );
    const { user } = await open(aTrackedOrder({ status: "completed" }));
    await user.click(screen.getByRole("button", { name: "Order again" }));
    const cart = await screen.findByRole("dialog", { name: "Your cart" });
    expect(cart).not.toHaveTextContent("was removed");
    expect(getCart("spicy-burritos").items).toHaveLength(1);
  });

  it("stays where it is and says so when the menu cannot be had", async () => {
    server.use(
      http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(TRUCK)),
      http.get("*/api/menu-items/public/:truckId", () => new HttpResponse(null, { status: 503 })),
    );
    const { user } = await open(aTrackedOrder({ status: "completed" }));
    await user.click(screen.getByRole("button", { name: "Order again" }));
    expect(await screen.findByText(/Today's menu could not be loaded/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Order again" })).toBeEnabled();
    expect(getCart("spicy-burritos").items).toEqual([]);
  });

  it("says that no one makes an open order of a truck that was deleted", async () => {
    const order = aTrackedOrder({ status: "pending" });
    await open({ ...order, truck: { ...order.truck, isActive: false, isDeleted: true } });
    expect(screen.getByText("Not being made")).toBeVisible();
    expect(screen.getByText(/^Spicy Burritos is gone and does not make this order/)).toBeVisible();
    expect(screen.queryByText(/will confirm it/)).not.toBeInTheDocument();
  });

  it("is not offered by a truck that has left the street", async () => {
    const order = aTrackedOrder();
    await open({ ...order, truck: { ...order.truck, isActive: false } });
    expect(screen.queryByRole("button", { name: "Order again" })).not.toBeInTheDocument();
    expect(screen.getByText("Spicy Burritos is not on the street at the moment.")).toBeVisible();
  });
});
