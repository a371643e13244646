import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { aGroup } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { server } from "@/test/server";
import { aDisruption, aPreview, FAILED } from "@/test/staff/disruptions-backend";
import {
  answer,
  dialog,
  type Opened,
  openStop,
  press,
  pressing,
  question,
  words,
} from "@/test/staff/opened/opened";
import { anOrder, aStaffMenuItem } from "@/test/staff/staff";
import {
  CUSTOMER,
  ITEM,
  ORDER,
  PLACE,
  serveStopBefore,
  serveStopNow,
} from "@/test/staff/staff-backend";

export const ORDER_SCREENS: Opened[] = [
  {
    name: "the bar with the news of an order that a search leaves out",
    path: `/admin/orders?q=${ORDER.customerName}`,
    open: sendOrder,
    shown: () => screen.findByRole("button", { name: "Show it" }),
  },
  {
    name: "the pause",
    path: "/admin/orders",
    open: fromService("Pause ordering"),
    shown: dialog("Pause ordering"),
  },
  {
    name: "the time that a busy kitchen adds",
    path: "/admin/orders",
    open: fromService("Busy"),
    shown: dialog("Busy"),
  },
  {
    name: "what is sold out",
    path: "/admin/orders",
    open: fromService(/^Sold out/),
    shown: words("Nothing. Customers can order the whole menu."),
  },
  {
    name: "the slots above the orders",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: pressing(/^Pickup slots/),
    shown: () => screen.findByRole("list", { name: "Pickup slots" }),
  },
  {
    name: "more capacity during service",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: async (user) => {
      await press(user, /^Pickup slots/);
      await press(user, "More capacity");
    },
    shown: dialog("More capacity"),
  },
  {
    name: "the counts during service",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: fromService("Counts"),
    shown: () => screen.findByRole("list", { name: "Counted" }),
  },
  {
    name: "the slots of a stop",
    path: "/admin/schedule",
    open: openStop("Slots"),
    shown: () => screen.findByRole("list", { name: "Pickup slots" }),
  },
  {
    name: "the counts of a stop",
    path: "/admin/schedule",
    open: openStop("Counts"),
    shown: () => screen.findByRole("form", { name: "Counts" }),
  },
  {
    name: "the result of a stop",
    arrange: serveStopBefore,
    path: "/admin/schedule",
    open: openStop("Result"),
    shown: () => screen.findByRole("region", { name: "Result of the stop" }),
  },
  {
    name: "how much can be ordered at a stop",
    path: "/admin/schedule",
    open: async (user) => {
      await openStop("Plan")(user);
      await user.click(screen.getByText(/^How much can be ordered/));
    },
    shown: () => screen.findByLabelText("Menu items per slot"),
  },
  {
    name: "the question about a full slot",
    path: "/admin/orders/new",
    open: async (user) => {
      const slotAt = "2026-06-02T16:10:00Z";
      const refusal = { error: "Full.", code: "over_capacity", slotAt, units: 3, used: 12 };
      const body = { ...refusal, capacity: 12, slots: [{ at: slotAt, state: "free" }] };
      server.use(http.post("*/api/orders", () => HttpResponse.json(body, { status: 409 })));
      await press(user, new RegExp(`^${ITEM.name}`));
      await press(user, "Card");
    },
    shown: question,
  },
  {
    name: "what was given in cash",
    path: "/admin/orders/new",
    open: async (user) => {
      await press(user, new RegExp(`^${ITEM.name}`));
      await press(user, "Cash");
    },
    shown: () => screen.findByRole("heading", { name: "Cash received" }),
  },
  {
    name: "a refund of line items",
    path: `/admin/orders/${ORDER._id}`,
    open: async (user) => {
      await press(user, "Refund");
      await press(user, /^Everything/);
    },
    shown: () => screen.findByRole("list", { name: "Items to refund" }),
  },
  {
    name: "a refund of an amount, for a reason that is typed",
    path: `/admin/orders/${ORDER._id}`,
    open: async (user) => {
      await press(user, "Refund");
      await press(user, "Refund an amount instead");
      await press(user, "Other");
    },
    shown: () => screen.findByLabelText("What happened"),
  },
  {
    name: "the four kinds of a change of plan",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: fromService("Change of plan"),
    shown: () => screen.findByRole("heading", { name: "What happened?" }),
  },
  {
    name: "what a change of plan would do",
    arrange: () => {
      serveStopNow();
      server.use(
        http.post("*/api/stops/:id/disruptions/preview", () => HttpResponse.json(aPreview())),
      );
    },
    path: "/admin/orders",
    open: async (user) => {
      await fromService("Change of plan")(user);
      await press(user, /^We run late/);
      await press(user, "Show what happens");
    },
    shown: () => screen.findByRole("heading", { name: "This will happen" }),
  },
  {
    name: "whom to call after a change of plan",
    arrange: () => {
      serveStopNow();
      const done = aDisruption({ state: "done", done: 1, total: 3, failed: FAILED });
      server.use(http.get("*/api/stops/:id/disruptions", () => HttpResponse.json([done])));
    },
    path: "/admin/orders",
    open: fromService("Change of plan"),
    shown: () => screen.findByRole("region", { name: "2 customers need a phone call" }),
  },
  {
    name: "the keys of the kitchen",
    path: "/admin/kitchen",
    open: async (user) => {
      await screen.findByRole("list", { name: "To make" });
      await user.keyboard("?");
    },
    shown: () => screen.findByRole("region", { name: "Keys" }),
  },
  {
    name: "the choices of the counter",
    path: "/admin/orders/new",
    open: async (user) => {
      const item = aStaffMenuItem({ optionGroups: [aGroup("Salsa", [1, 1], "Verde", "Rojo")] });
      server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([item])));
      await press(user, new RegExp(`^${ITEM.name}`));
      await answer(user, /^Add to order/);
    },
    shown: dialog(ITEM.name),
  },
  {
    name: "the question before a customer is erased",
    path: `/admin/customers/${CUSTOMER._id}`,
    open: pressing(/^Erase/),
    shown: question,
  },
  {
    name: "the prep sheet of a stop",
    path: "/admin/schedule",
    open: async (user) => {
      await press(user, new RegExp(PLACE.name));
      await user.click(await screen.findByRole("link", { name: "Prep sheet" }));
    },
    shown: () => screen.findByRole("table", { name: "What to prepare" }),
  },
];

/** From the menu that the board's *Service* opens. */
function fromService(name: string | RegExp) {
  return async (user: UserEvent) => {
    await press(user, /^Service/);
    await press(user, name);
  };
}

async function sendOrder(): Promise<void> {
  const { isHeard, say } = serveStream(server, "*/api/orders/stream");
  await screen.findByRole("article", { name: `Order #${ORDER.orderNumber}` });
  await waitFor(() => expect(isHeard()).toBe(true));
  say("order", anOrder({ _id: "f".repeat(24), orderNumber: "102", customerName: "Rosa Parker" }));
  await screen.findByText("1 new order");
}
