import { File as NodeFile } from "node:buffer";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectNoBarriers } from "@/test/barriers";
import { aGroup } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aDisruption, aPreview, FAILED } from "@/test/staff/disruptions-backend";
import { anOrder, aStaffMenuItem, signInAs } from "@/test/staff/staff";
import {
  CUSTOMER,
  ITEM,
  MARISOL,
  ORDER,
  PLACE,
  serveStaff,
  serveStopBefore,
  serveStopNow,
  TRUCK,
} from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

/** What axe looks at: opened on its screen, then there. */
interface Opened {
  name: string;
  /** What there is before the screen is opened. */
  arrange?: () => void;
  path: string;
  open: (user: UserEvent) => Promise<void>;
  shown: () => Promise<HTMLElement>;
}

const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));
const pressing = (name: string | RegExp) => (user: UserEvent) => press(user, name);
const question = () => screen.findByRole("alertdialog");
const dialog = (name: string) => () => screen.findByRole("dialog", { name });
const words = (text: string | RegExp) => () => screen.findByText(text);

const openStop = (part: string) => async (user: UserEvent) => {
  await press(user, new RegExp(PLACE.name));
  await user.click(await screen.findByRole("radio", { name: part }));
};

async function answer(user: UserEvent, name: string | RegExp) {
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
}

const MENU: Opened[] = [
  {
    name: "the question before a menu item is deleted",
    path: "/admin/menu",
    open: pressing(`Delete ${ITEM.name}`),
    shown: question,
  },
  {
    name: "the import of a menu",
    path: "/admin/menu",
    open: pressing("Import CSV"),
    shown: dialog("Import menu"),
  },
  {
    name: "an import with problems",
    path: "/admin/menu",
    open: (user) => importMenu(user, [{ row: 2, column: "price", message: "Enter a price." }]),
    shown: words("1 problem to correct"),
  },
  {
    name: "what an import will change",
    path: "/admin/menu",
    open: (user) => importMenu(user, []),
    shown: () => screen.findByRole("button", { name: "Confirm Import" }),
  },
  {
    name: "the menu while it is put in order",
    path: "/admin/menu",
    open: pressing("Change Order"),
    shown: () => screen.findByRole("button", { name: /^Move .* down/ }),
  },
  {
    name: "the places behind More",
    path: "/admin/menu",
    open: pressing("More"),
    shown: dialog("More"),
  },
  {
    name: "a menu item with mistakes",
    path: "/admin/menu/new",
    open: async (user) => {
      await press(user, "Add option group");
      await press(user, "Save");
    },
    shown: words("Say what is chosen here, such as Size"),
  },
  {
    name: "the question before changes are left",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: async (user) => {
      await user.type(await screen.findByLabelText("Description"), "!");
      await press(user, "Cancel");
    },
    shown: question,
  },
  {
    name: "a change that met a colleague's",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: async (user) => {
      const item = { ...ITEM, version: 2, description: "Theirs" };
      const code = "changed_meanwhile";
      server.use(
        http.put("*/api/menu-items/:id", () =>
          HttpResponse.json({ error: "Changed.", code, item }, { status: 409 }),
        ),
      );
      await user.type(await screen.findByLabelText("Description"), "!");
      await press(user, "Save");
    },
    shown: () => screen.findByRole("region", { name: /^Someone else changed/ }),
  },
  {
    name: "the question before the opened menu item is deleted",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: pressing(/^Delete/),
    shown: question,
  },
];

const ORDERS: Opened[] = [
  {
    name: "the bar with the news of an order that a search leaves out",
    path: `/admin/orders?q=${ORDER.customerName}`,
    open: sendOrder,
    shown: () => screen.findByRole("button", { name: "Show it" }),
  },
  {
    name: "the pause",
    path: "/admin/orders",
    open: pressing("Pause ordering"),
    shown: dialog("Pause ordering"),
  },
  {
    name: "the time that a busy kitchen adds",
    path: "/admin/orders",
    open: pressing("Busy"),
    shown: dialog("Busy"),
  },
  {
    name: "what is sold out",
    path: "/admin/orders",
    open: pressing(/^Sold out/),
    shown: words("Nothing. Customers can order the whole menu."),
  },
  {
    name: "the slots above the orders",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: async () => undefined,
    shown: () => screen.findByRole("list", { name: "Pickup slots" }),
  },
  {
    name: "more capacity during service",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: pressing("More capacity"),
    shown: dialog("More capacity"),
  },
  {
    name: "the counts during service",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: pressing("Counts"),
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
    shown: () => screen.findByLabelText("Units per slot"),
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
      await press(user, /^Take order/);
    },
    shown: question,
  },
  {
    name: "a refund of an amount",
    path: `/admin/orders/${ORDER._id}`,
    open: pressing("Refund"),
    shown: dialog("Refund"),
  },
  {
    name: "a refund of line items",
    path: `/admin/orders/${ORDER._id}`,
    open: async (user) => {
      await press(user, "Refund");
      await user.click(await screen.findByRole("radio", { name: "Items with their tax" }));
    },
    shown: () => screen.findByRole("list", { name: "Items to refund" }),
  },
  {
    name: "the question before a refund",
    path: `/admin/orders/${ORDER._id}`,
    open: async (user) => {
      await press(user, "Refund");
      const drawer = within(await screen.findByRole("dialog"));
      await user.type(drawer.getByLabelText("Amount"), "2");
      await user.type(drawer.getByLabelText("Reason"), "Cold");
      await answer(user, "Refund $2.00");
    },
    shown: question,
  },
  {
    name: "the four kinds of a change of plan",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: pressing("Change of plan"),
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
      await press(user, "Change of plan");
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
    open: pressing("Change of plan"),
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

const PLATFORM: Opened[] = [
  {
    name: "a truck with mistakes",
    path: "/admin/trucks/new",
    open: async (user) => {
      await press(user, "Save");
    },
    shown: words("Enter the truck's name"),
  },
  {
    name: "the question before the opened truck is deleted",
    path: `/admin/trucks/edit/${TRUCK._id}`,
    open: pressing(/^Delete/),
    shown: question,
  },
  {
    name: "the question before a truck is deleted",
    path: "/admin/trucks",
    open: pressing(`Delete ${TRUCK.name}`),
    shown: question,
  },
  {
    name: "a failure at its place and as a notice",
    path: "/admin/trucks",
    open: async (user) => {
      server.use(http.patch("*/api/trucks/:id/toggle-active", () => HttpResponse.error()));
      await press(user, `Deactivate ${TRUCK.name}`);
    },
    shown: words("Failed to update truck status"),
  },
  {
    name: "a new staff account with mistakes",
    path: "/admin/users",
    open: async (user) => {
      await press(user, "Add staff");
      await answer(user, "Add to staff");
    },
    shown: dialog("Add staff"),
  },
  {
    name: "a staff account",
    path: "/admin/users",
    open: pressing(`Edit ${MARISOL.name}`),
    shown: dialog(`Edit ${MARISOL.name}`),
  },
  {
    name: "the question before an account is disabled",
    path: "/admin/users",
    open: async (user) => {
      await press(user, `Edit ${MARISOL.name}`);
      await answer(user, "Disable account");
    },
    shown: question,
  },
  {
    name: "the decision about a held payment",
    path: "/admin/held-payments",
    open: pressing(/^Refund/),
    shown: question,
  },
  {
    name: "the details of an activity",
    path: "/admin/audit",
    open: async (user) => user.click(await screen.findByText("Price changed")),
    shown: words("192.0.2.0/24"),
  },
  {
    name: "a profile with mistakes",
    path: "/admin/profile",
    open: pressing("Save email and password"),
    shown: words("Change your email or enter a new password first."),
  },
  {
    name: "a screen that did not load",
    path: "/admin/users",
    open: async () => {
      server.use(http.get("*/api/users", () => HttpResponse.error()));
    },
    shown: words("Failed to load staff"),
  },
];

beforeEach(serveStaff);

describe.each([
  ["the menu", MENU],
  ["orders", ORDERS],
  ["the platform", PLATFORM],
])("dialogs and panels of %s have no serious barrier", (_, opened) => {
  beforeEach(() => void signInAs("superadmin"));

  it.each(opened)("$name", async ({ arrange, path, open, shown }) => {
    arrange?.();
    const { user } = renderApp(path);
    await open(user);
    expect(await shown()).toBeVisible();
    await expectNoBarriers();
  });
});

describe("the screens of an admin without a truck", () => {
  beforeEach(() => void signInAs("truckless"));

  it.each(["dashboard", "orders", "kitchen", "menu", "menu/new", "customers", "analytics"])(
    "%s says what to do and has no serious barrier",
    async (path) => {
      renderApp(`/admin/${path}`);
      expect(await screen.findByText(/contact an administrator/)).toBeVisible();
      await expectNoBarriers();
    },
  );
});

it("the sign-in with mistakes has no serious barrier", async () => {
  const { user } = renderApp("/admin/login");
  await press(user, "Sign in");
  expect(await screen.findByText("Email is required")).toBeVisible();
  await expectNoBarriers();
});

async function sendOrder(): Promise<void> {
  const { isHeard, say } = serveStream("*/api/orders/stream");
  await screen.findByRole("article", { name: `Order #${ORDER.orderNumber}` });
  await waitFor(() => expect(isHeard()).toBe(true));
  say("order", anOrder({ _id: "f".repeat(24), orderNumber: "102", customerName: "Rosa Parker" }));
  await screen.findByText("1 new order");
}

async function importMenu(user: UserEvent, problems: object[]): Promise<void> {
  const changes = [{ row: 2, kind: "added", name: "Mole fries", details: [] }];
  const plan = { rows: 1, added: 1, changed: 0, unchanged: 0, applied: false };
  server.use(
    http.post("*/api/menu-items/import", () =>
      HttpResponse.json({ ...plan, problems, changes: problems.length > 0 ? [] : changes }),
    ),
  );
  // The form of jsdom cannot be sent by Node's fetch; Node's own can.
  const form = await new Response(new URLSearchParams()).formData();
  vi.stubGlobal("FormData", form.constructor);
  vi.stubGlobal("File", NodeFile);
  await press(user, "Import CSV");
  const file = new File(["id,name\n"], "menu.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText("Choose a CSV file"), file);
}
