import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aStop } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, keyOf, recordCalls, server } from "@/test/server";
import { TOKEN, TRACKED } from "@/test/storefront/customer-backend";
import type { TrackedOrder } from "./api";

const STOP = aStop();
const PLACE = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
/** Tuesday, 11:00 AM at the place. */
const NOW = new Date("2026-06-02T15:00:00Z");

const CHOICES = {
  slot: true,
  cancel: true,
  until: "2026-06-02T15:50:00Z",
  refund: 18.4,
  unconfirmed: false,
};
const LATE = {
  kind: "late",
  minutes: 20,
  sentence: "The generator is back.",
  at: "2026-06-02T14:59:00Z",
  previousTime: "2026-06-02T15:40:00Z",
  previousPlace: null,
} as const;
const SLOTS = {
  stopId: STOP._id,
  timezone: PLACE.timezone,
  asap: "2026-06-02T15:30:00Z",
  slots: [
    { at: "2026-06-02T15:50:00Z", state: "full" },
    { at: "2026-06-02T16:00:00Z", state: "free" },
    { at: "2026-06-02T16:10:00Z", state: "free" },
  ],
};

function anOrder(overrides: Partial<TrackedOrder> = {}): TrackedOrder {
  return {
    ...TRACKED,
    status: "confirmed",
    steps: TRACKED.steps.slice(0, 2),
    total: 18.4,
    stopId: STOP._id,
    stop: STOP,
    place: PLACE,
    slotAt: "2026-06-02T16:00:00Z",
    estimatedPickupTime: "2026-06-02T16:00:00Z",
    choices: CHOICES,
    ...overrides,
  };
}

const CANCELLED = anOrder({
  status: "cancelled",
  steps: [...TRACKED.steps.slice(0, 2), { status: "cancelled", at: NOW.toISOString() }],
  refunded: 18.4,
  choices: null,
  version: 4,
});

let served: TrackedOrder;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  localStorage.clear();
});

afterEach(() => vi.useRealTimers());

async function open(order: TrackedOrder) {
  served = order;
  server.use(
    http.get(`*/api/track/${TOKEN}`, () => HttpResponse.json(served)),
    http.get(`*/api/track/${TOKEN}/slots`, () => HttpResponse.json(SLOTS)),
  );
  const app = renderApp(`/spicy-burritos/order/${TOKEN}`);
  await screen.findByRole("heading", { level: 1, name: "Order #104" });
  return app;
}

const button = (name: string) => screen.getByRole("button", { name });
const noButton = (name: string) =>
  expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
const pickButton = () => button("Pick another time");
const cancelButton = () => button("Cancel and get $18.40 back");
const notice = (title: string) =>
  screen.getByRole("heading", { level: 2, name: title }).closest("[aria-live]");

describe("a change of plan", () => {
  it("by a delay shows the old and the new time, and the truck's sentence", async () => {
    await open(anOrder({ change: LATE }));
    const told = notice("Your pickup is 20 minutes later");
    expect(told).toHaveTextContent("Before: 11:40 AM Now: 12:00 PM“The generator is back.”");
    expect(told?.querySelector("s")).toHaveTextContent("11:40 AM");
  });

  it("by a move shows both places, and the way to the new one", async () => {
    const change = {
      ...LATE,
      kind: "moved",
      minutes: null,
      sentence: "",
      previousTime: null,
    } as const;
    const place = { name: "Market Square", address: "1 Main St" };
    await open(
      anOrder({
        change: { ...change, previousPlace: "Pier 5" },
        place: { ...PLACE, ...place },
        stop: aStop({ place: { ...place, directions: "By the fountain." } }),
      }),
    );
    expect(notice("The truck has moved")).toHaveTextContent(
      "Before: Pier 5 Now: Market Square1 Main St Open the map",
    );
    const pickup = screen.getByRole("region", { name: "Where to pick up" });
    expect(pickup).toHaveTextContent("Market Square, 1 Main StBy the fountain.");
    expect(within(pickup).getByRole("link", { name: "Open the map" })).toHaveAttribute(
      "href",
      expect.stringContaining("40.7,-74"),
    );
  });

  it("by a move is no news once the customer has cancelled, or an order at the counter is paid back", async () => {
    const change = { ...LATE, kind: "moved", minutes: null, previousTime: null } as const;
    await open({ ...CANCELLED, change, payOutDue: 18.4, paidAtCounterBy: "cash" });
    expect(screen.getByText("The staff will pay you $18.40 back in cash.")).toBeVisible();
    expect(screen.getByText("To be paid back by the staff")).toBeVisible();
    expect(screen.queryByText("The truck has moved")).toBeNull();
  });

  it.each([
    ["ends_early", "The truck closes early today, so your order is cancelled"],
    ["stop_cancelled", "The truck cannot come, so your order is cancelled"],
  ] as const)("by %s says that the money comes back, and offers nothing", async (kind, title) => {
    await open({
      ...CANCELLED,
      paymentStatus: "refunded",
      change: { ...LATE, kind, minutes: null, previousTime: null },
    });
    expect(notice(title)).toHaveTextContent("“The generator is back.”");
    expect(screen.getByText(/\$18\.40 was refunded/)).toBeVisible();
    noButton("Keep it");
  });

  it("appears by itself on an open page", async () => {
    const stream = serveStream(server, `*/api/track/${TOKEN}/stream`);
    await open(anOrder());
    noButton("Keep it");
    const changed = anOrder({ change: LATE, version: 4 });
    await act(async () => stream.say("order", changed));
    expect(await screen.findByText("Your pickup is 20 minutes later")).toBeVisible();
    expect(button("Keep it")).toBeVisible();
  });

  it("of the stop is read when it is the order's own", async () => {
    const stream = serveStream(server, `*/api/track/${TOKEN}/stream`);
    await open(anOrder());
    served = anOrder({ change: LATE });
    await act(async () => stream.say("stop", { stopId: "9".repeat(24) }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText("Your pickup is 20 minutes later")).not.toBeInTheDocument();
    await act(async () => stream.say("stop", { stopId: STOP._id }));
    expect(await screen.findByText("Your pickup is 20 minutes later")).toBeVisible();
  });
});

describe("the choices", () => {
  it("after a change begin with keeping it, which is remembered", async () => {
    const { user, unmount } = await open(anOrder({ change: LATE }));
    expect(screen.getByRole("heading", { name: "Does that suit you?" })).toBeVisible();
    await user.click(button("Keep it"));
    expect(await screen.findByText("You keep your order. See you then!")).toBeVisible();
    noButton("Keep it");
    expect(pickButton()).toBeVisible();
    unmount();
    const again = await open(anOrder({ change: LATE }));
    noButton("Keep it");
    again.unmount();
    await open(anOrder({ change: { ...LATE, at: "2026-06-02T15:00:00Z" } }));
    expect(button("Keep it")).toBeVisible();
  });

  it("without a change are another time and the money back", async () => {
    await open(anOrder());
    expect(screen.getByRole("heading", { name: "Have your plans changed?" })).toBeVisible();
    expect(
      screen.getByText("You can change or cancel until 11:50 AM, or until the kitchen starts."),
    ).toBeVisible();
    expect(pickButton()).toBeVisible();
    expect(cancelButton()).toBeVisible();
    noButton("Keep it");
  });

  it("move the order to a free slot", async () => {
    const { user } = await open(anOrder());
    const moved = anOrder({
      slotAt: "2026-06-02T16:10:00Z",
      estimatedPickupTime: "2026-06-02T16:10:00Z",
      version: 4,
    });
    const calls = recordCalls("post", "*/api/track/:token/slot", bodyAndKeyOf, () =>
      HttpResponse.json(moved),
    );
    await user.click(pickButton());
    const drawer = within(await screen.findByRole("dialog", { name: "Pick another time" }));
    expect(await drawer.findByRole("radio", { name: /^11:50 AM/ })).toBeDisabled();
    expect(drawer.getByRole("button", { name: "Choose a time" })).toBeDisabled();
    await user.click(drawer.getByRole("radio", { name: /^12:10 PM/ }));
    await user.click(drawer.getByRole("button", { name: "Move to 12:10 PM" }));
    expect(await screen.findByText("Your pickup is at 12:10 PM now.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.getByText("Ready by 12:10 PM")).toBeVisible();
    expect(calls).toEqual([
      { body: { slotAt: "2026-06-02T16:10:00Z" }, key: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  it("leave out the slots at which what was ordered is not served", async () => {
    const { user } = await open(anOrder());
    const slots = SLOTS.slots.map((slot) =>
      slot.at === "2026-06-02T16:10:00Z" ? { ...slot, isServed: false } : slot,
    );
    const later = { at: "2026-06-02T16:20:00Z", state: "free" };
    server.use(
      http.get(`*/api/track/${TOKEN}/slots`, () =>
        HttpResponse.json({ ...SLOTS, slots: [...slots, later] }),
      ),
    );
    await user.click(pickButton());
    const drawer = within(await screen.findByRole("dialog", { name: "Pick another time" }));
    expect(await drawer.findByRole("radio", { name: "12:10 PM Not served" })).toBeDisabled();
    expect(drawer.getByRole("radio", { name: "12:20 PM" })).toBeEnabled();
  });

  it("say in the list that a slot was taken meanwhile, and ask for the list again", async () => {
    const { user } = await open(anOrder());
    recordCalls("post", "*/api/track/:token/slot", keyOf, () =>
      HttpResponse.json(
        { error: "This pickup time is full.", code: "slot_full", slots: [], asap: null },
        { status: 409 },
      ),
    );
    await user.click(pickButton());
    const drawer = within(await screen.findByRole("dialog", { name: "Pick another time" }));
    await user.click(await drawer.findByRole("radio", { name: /^12:10 PM/ }));
    const full = SLOTS.slots.map((slot) => ({ ...slot, state: "full" }));
    server.use(
      http.get(`*/api/track/${TOKEN}/slots`, () => HttpResponse.json({ ...SLOTS, slots: full })),
    );
    await user.click(drawer.getByRole("button", { name: "Move to 12:10 PM" }));
    expect(await drawer.findByText("This pickup time is full.")).toBeVisible();
    expect(await drawer.findByText("No other pickup time has room for your order.")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(pickButton());
    expect(await screen.findByRole("dialog")).not.toHaveTextContent("This pickup time is full.");
  });

  it("cancel the order after a question, once", async () => {
    const { user } = await open(anOrder());
    const keys = recordCalls("post", "*/api/track/:token/cancel", keyOf, () => {
      served = CANCELLED;
      return HttpResponse.json(CANCELLED);
    });
    await user.click(cancelButton());
    let question = await screen.findByRole("alertdialog", { name: "Cancel this order?" });
    expect(question).toHaveAccessibleDescription(/\$18\.40 goes back to your card/);
    await user.click(within(question).getByRole("button", { name: "Keep my order" }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    await waitFor(() => expect(cancelButton()).toHaveFocus());
    expect(keys).toHaveLength(0);
    await user.click(cancelButton());
    question = await screen.findByRole("alertdialog", { name: "Cancel this order?" });
    await user.click(within(question).getByRole("button", { name: "Cancel and get $18.40 back" }));
    expect(await screen.findByText("Your order is cancelled.")).toBeVisible();
    expect(await screen.findByText(/A refund of \$18\.40 is on its way/)).toBeVisible();
    noButton("Pick another time");
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  it.each([
    ["too_late", 409, "It is too late to change this order."],
    ["self_service_off", 403, "Orders of this truck cannot be changed here."],
  ])("say why they are refused (%s), and go away", async (code, status, error) => {
    const { user } = await open(anOrder());
    recordCalls("post", "*/api/track/:token/cancel", keyOf, () => {
      served = anOrder({ choices: null, version: 4 });
      return HttpResponse.json({ error, code }, { status });
    });
    await user.click(cancelButton());
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Cancel and get $18.40 back" }));
    expect(await screen.findByText(error)).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(error);
    await waitFor(() => noButton("Pick another time"));
  });

  it("repeat a choice whose outcome is unknown under its key", async () => {
    const { user } = await open(anOrder());
    let isDown = true;
    const keys = recordCalls("post", "*/api/track/:token/cancel", keyOf, () => {
      if (!isDown) return HttpResponse.json(CANCELLED);
      isDown = false;
      return HttpResponse.error();
    });
    for (let round = 0; round < 2; round += 1) {
      await user.click(await screen.findByRole("button", { name: "Cancel and get $18.40 back" }));
      const question = await screen.findByRole("alertdialog");
      await user.click(
        within(question).getByRole("button", { name: "Cancel and get $18.40 back" }),
      );
      await waitFor(() => expect(question).not.toBeInTheDocument());
    }
    expect(await screen.findByText("Your order is cancelled.")).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it("end at their time without a request", async () => {
    const asked = vi.fn();
    // Before the order is polled for the first time.
    await open(anOrder({ choices: { ...CHOICES, until: "2026-06-02T15:00:10Z" } }));
    server.use(http.get(`*/api/track/${TOKEN}`, asked));
    vi.setSystemTime(new Date("2026-06-02T15:00:04Z"));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(pickButton()).toBeVisible();
    vi.setSystemTime(new Date("2026-06-02T15:00:10Z"));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    noButton("Pick another time");
    noButton("Cancel and get $18.40 back");
    expect(asked).not.toHaveBeenCalled();
  });

  it("do not end while no one has confirmed the order, and say so", async () => {
    const past = { ...CHOICES, slot: false, until: "2026-06-02T14:50:00Z", unconfirmed: true };
    await open(
      anOrder({ status: "pending", estimatedPickupTime: "2026-06-02T14:59:00Z", choices: past }),
    );
    expect(button("Cancel and get $18.40 back")).toBeVisible();
    noButton("Pick another time");
    expect(screen.getByText(/^No one has confirmed your order yet/)).toBeVisible();
    expect(screen.getByText(/no one at .* has confirmed it/)).toBeVisible();
    expect(screen.queryByText(/on it\.$/)).not.toBeInTheDocument();
  });

  it("are none once nothing can be chosen, and no other time where there are no slots", async () => {
    const { unmount } = await open(anOrder({ choices: null }));
    noButton("Pick another time");
    unmount();
    await open(anOrder({ choices: { ...CHOICES, slot: false, refund: 0 } }));
    noButton("Pick another time");
    expect(button("Cancel the order")).toBeVisible();
  });
});
