import { screen, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aComparison } from "@/test/staff/reports-backend";
import { aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";

const COUNTS = { pending: 2, confirmed: 1, preparing: 0, ready: 1, completed: 30, cancelled: 4 };

const EIGHT = Array.from({ length: 8 }, (_, position) =>
  aStaffMenuItem({ _id: String(position).repeat(24), name: `Menu item ${position}`, position }),
);

function serve(menu: StaffMenuItem[], trucks: StaffTruck[] = [aStaffTruck()]) {
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json(trucks)),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)),
    http.get("*/api/orders/counts", () => HttpResponse.json(COUNTS)),
  );
}

beforeEach(() =>
  server.use(http.get("*/api/analytics/trucks", () => HttpResponse.json(aComparison([])))),
);

it("welcomes by name and leads to the four screens", async () => {
  signInAs("admin");
  serve(EIGHT);
  renderApp("/admin/dashboard");
  expect(await screen.findByRole("heading", { level: 1, name: "Welcome, Ada" })).toBeVisible();
  const tiles = within(screen.getByRole("navigation", { name: "Dashboard" }));
  expect(tiles.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin/orders",
    "/admin/menu",
    "/admin/customers",
    "/admin/analytics",
  ]);
  expect(await screen.findByText("Taking orders.")).toBeInTheDocument();
  expect(screen.queryByLabelText("Food truck")).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Manage Trucks" })).not.toBeInTheDocument();
});

it("keeps the place of the day while its truck is on the way", async () => {
  signInAs("admin");
  serve(EIGHT);
  server.use(http.get("*/api/trucks", () => delay("infinite")));
  renderApp("/admin/dashboard");
  expect(await screen.findByText("Loading the day...")).toBeInTheDocument();
  expect(screen.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
});

it("calls no truck open from which nothing can be ordered", async () => {
  signInAs("admin");
  serve([], [aStaffTruck({ orderable: false })]);
  renderApp("/admin/dashboard");
  expect(await screen.findByText("Nothing on its menu is on sale.")).toBeVisible();
  expect(screen.getByText("Nothing to order now")).toBeVisible();
  expect(screen.queryByText("Open")).not.toBeInTheDocument();
});

it("begins with the checklist while the truck is a draft", async () => {
  signInAs("admin");
  serve([], [aStaffTruck({ isDraft: true, isActive: false })]);
  renderApp("/admin/dashboard");
  const checklist = await screen.findByRole("link", { name: "Open checklist" });
  expect(checklist).toHaveAttribute("href", "/admin/our-truck");
  expect(screen.getByText("Draft")).toBeVisible();
  expect(screen.queryByRole("link", { name: "See its page" })).not.toBeInTheDocument();
  const day = await screen.findByRole("region", { name: "Today so far" });
  expect(checklist.compareDocumentPosition(day)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("leads to what customers see", async () => {
  signInAs("admin");
  serve(EIGHT, [aStaffTruck({ slug: "noodle-wagon" })]);
  renderApp("/admin/dashboard");
  const page = await screen.findByRole("link", { name: "See its page" });
  expect(page).toHaveAttribute("href", "/noodle-wagon");
});

it("welcomes by e-mail where there is no name", async () => {
  const user = signInAs("admin");
  server.use(
    http.get("*/api/auth/verify", () => HttpResponse.json({ user: { ...user, name: "" } })),
  );
  serve([]);
  renderApp("/admin/dashboard");
  expect(await screen.findByRole("heading", { name: "Welcome, ada@example.com" })).toBeVisible();
});

it("says how many orders are open and how many wait", async () => {
  signInAs("admin");
  serve(EIGHT);
  renderApp("/admin/dashboard");
  const orders = await screen.findByRole("link", { name: /4 open, 2 waiting to be confirmed/ });
  expect(orders).toHaveAttribute("href", "/admin/orders");
});

it("stays whole when the number of orders cannot be had", async () => {
  signInAs("admin");
  serve(EIGHT);
  server.use(http.get("*/api/orders/counts", () => HttpResponse.error()));
  renderApp("/admin/dashboard");
  expect(await screen.findByText("Menu item 0")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: /Orders\s*Confirm, cook and hand over/ })).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it.each([
  [{ isActive: false }, "Inactive", "Customers cannot see this truck."],
  [{ acceptingOrders: false, notAcceptingReason: "rain" }, "Paused", "No orders: rain"],
  [
    {
      acceptingOrders: false,
      settings: { ...aStaffTruck().settings, pausedUntil: "2026-11-22T02:00:00Z" },
    },
    "Paused",
    "No orders until 6:00 PM.",
  ],
])("says how the truck stands: %j", async (truck, word, sentence) => {
  signInAs("admin");
  serve([], [aStaffTruck(truck)]);
  renderApp("/admin/dashboard");
  expect(await screen.findByText(word)).toBeInTheDocument();
  expect(screen.getByText(sentence)).toBeInTheDocument();
});

it("previews six menu items in the menu's order, and leads to each and to all", async () => {
  signInAs("admin");
  const soldOut = { category: "Sides", basePrice: 6.5, isAvailable: false };
  const menu = EIGHT.map((item, place) => (place === 1 ? { ...item, ...soldOut } : item));
  serve([...menu].reverse());
  renderApp("/admin/dashboard");
  const preview = within(await screen.findByRole("region", { name: "Menu Items" }));
  await preview.findByText("Menu item 0");
  const rows = preview.getAllByRole("listitem");
  expect(rows.map((row) => within(row).getByRole("heading").textContent)).toEqual(
    [0, 1, 2, 3, 4, 5].map((place) => `Menu item ${place}`),
  );
  const [available, unavailable] = rows.map((row) => within(row));
  expect(available?.getByText("Available")).toBeInTheDocument();
  expect(unavailable?.getByText("Unavailable")).toBeInTheDocument();
  expect(unavailable?.getByText("Sides")).toBeInTheDocument();
  expect(unavailable?.getByText("$6.50")).toBeInTheDocument();
  expect(unavailable?.getByRole("link", { name: "Edit Menu item 1" })).toHaveAttribute(
    "href",
    `/admin/menu/edit/${"1".repeat(24)}`,
  );
  expect(preview.getByRole("link", { name: "View All Items" })).toHaveAttribute(
    "href",
    "/admin/menu",
  );
});

it("offers to add the first menu item to an empty menu", async () => {
  signInAs("admin");
  serve([]);
  renderApp("/admin/dashboard");
  expect(await screen.findByRole("link", { name: "Add First Menu Item" })).toHaveAttribute(
    "href",
    "/admin/menu/new",
  );
  expect(screen.getByRole("heading", { name: "No menu items yet" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "View All Items" })).not.toBeInTheDocument();
});

it("tells an admin without a truck whom to ask, and asks the server for no truck", async () => {
  signInAs("truckless");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  renderApp("/admin/dashboard");
  expect(await screen.findByText("No food truck associated with your account")).toBeInTheDocument();
  expect(screen.getByText(/Please contact an administrator/)).toBeInTheDocument();
});

const NOODLES = aStaffTruck({ _id: "9".repeat(24), name: "Noodle Wagon", slug: "noodle-wagon" });

it("shows a superadmin the truck of choice, and the way to all of them", async () => {
  signInAs("superadmin");
  serve([], [aStaffTruck(), NOODLES]);
  server.use(
    http.get("*/api/menu-items/truck/:id", ({ params }) =>
      HttpResponse.json([aStaffMenuItem({ name: params.id === NOODLES._id ? "Ramen" : "Taco" })]),
    ),
  );
  const { user } = renderApp("/admin/dashboard");
  expect(await screen.findByText("Taco")).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText("Food truck"), "Noodle Wagon");
  expect(await screen.findByText("Ramen")).toBeInTheDocument();
  expect(screen.queryByText("Taco")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Manage Trucks" })).toHaveAttribute(
    "href",
    "/admin/trucks",
  );
  expect(screen.getByRole("link", { name: "Manage Staff" })).toHaveAttribute(
    "href",
    "/admin/users",
  );
});

it("tells a superadmin why there are no trucks to choose from, and tries again", async () => {
  signInAs("superadmin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json({ error: "Out to lunch" }, { status: 503 })),
  );
  const { user } = renderApp("/admin/dashboard");
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load trucks: Out to lunch");
  serve(EIGHT);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Menu item 0")).toBeInTheDocument();
});

it("leads a superadmin without any truck to the first one", async () => {
  signInAs("superadmin");
  serve([], []);
  renderApp("/admin/dashboard");
  expect(await screen.findByRole("link", { name: "Add First Truck" })).toHaveAttribute(
    "href",
    "/admin/trucks/new",
  );
});

it("says so when the trucks are no list", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.json({})));
  signInAs("superadmin");
  renderApp("/admin/dashboard");
  expect(
    await screen.findByText("Failed to load trucks: Invalid response from server (200)"),
  ).toBeVisible();
});

it("says of a truck that moves when it opens, not that it is open", async () => {
  const truck = aStaffTruck({ scheduleMode: "stops" });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const times = { startsAt: inDays(2), endsAt: inDays(2.1) };
  const schedule = {
    mode: "stops",
    state: "opens_later",
    current: null,
    next: aStop(times),
  };
  signInAs("admin");
  serve([], [truck]);
  server.use(http.get("*/api/trucks/:id", () => HttpResponse.json({ ...truck, schedule })));
  renderApp("/admin/dashboard");
  expect(await screen.findByText(/^Opens \w{3} /)).toBeVisible();
  expect(screen.getByText("No stop takes orders right now.")).toBeVisible();
  expect(screen.queryByText("Taking orders.")).not.toBeInTheDocument();
});
