import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { messages as m } from "@/messages";
import { watchReloads } from "@/test/reloads";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import {
  burrito,
  elote,
  listedNames,
  NOODLES,
  rowOf,
  serveMenu,
  TRUCK,
  taco,
  toasts,
} from "@/test/staff/menu-page-harness";
import { aStaffMenuItem, signInAs } from "@/test/staff/staff";

const COLUMNS = ["Item", "Category & Section", "Price", "Status", "Actions"];

function headers() {
  return screen.getAllByRole("columnheader").map((header) => header.textContent);
}

it("lists an admin's menu with everything that is to know and to do", async () => {
  signInAs("admin");
  serveMenu();
  renderApp("/admin/menu");
  const row = await rowOf("Elote");
  expect(headers()).toEqual(COLUMNS);
  expect(row.getByText("Sides")).toBeInTheDocument();
  expect(row.getByText("Street corn")).toBeInTheDocument();
  expect(row.getByText("$4.00")).toBeInTheDocument();
  expect(row.getByText("Unavailable")).toBeInTheDocument();
  expect((await rowOf("Wet Burrito")).getByText("Available")).toBeInTheDocument();
  expect(row.getByRole("link", { name: "Edit Elote" })).toHaveAttribute(
    "href",
    `/admin/menu/edit/${elote._id}`,
  );
  expect(screen.getByRole("link", { name: "Add menu item" })).toHaveAttribute(
    "href",
    "/admin/menu/new",
  );
  expect(screen.getByRole("link", { name: "Back to Dashboard" })).toHaveAttribute(
    "href",
    "/admin/dashboard",
  );
  expect(screen.queryByLabelText("Food truck")).not.toBeInTheDocument();
  expect(screen.getByText("3 menu items")).toBeInTheDocument();
});

it("lets a superadmin choose the truck, names it in each row and adds to it", async () => {
  signInAs("superadmin");
  serveMenu([taco], { trucks: [TRUCK, NOODLES] });
  server.use(
    http.get("*/api/menu-items/truck/:id", ({ params }) =>
      HttpResponse.json(
        params.id === NOODLES._id
          ? [aStaffMenuItem({ name: "Ramen", truckId: NOODLES._id })]
          : [taco],
      ),
    ),
  );
  const { user } = renderApp("/admin/menu");
  await rowOf("Carnitas taco");
  expect(headers()).toEqual([...COLUMNS.slice(0, 3), "Food Truck", ...COLUMNS.slice(3)]);
  await user.selectOptions(screen.getByLabelText("Food truck"), "Noodle Wagon");
  const row = await rowOf("Ramen");
  expect(row.getByText("Noodle Wagon")).toBeInTheDocument();
  expect(listedNames()).toEqual(["Ramen"]);
  expect(screen.getByRole("link", { name: "Add menu item" })).toHaveAttribute(
    "href",
    `/admin/menu/new?truck=${NOODLES._id}`,
  );
});

it("restricts the screen for an admin without a truck, and asks for no menu", async () => {
  signInAs("truckless");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([])),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", devTools: false })),
  );
  renderApp("/admin/menu");
  const heading = await screen.findByRole("heading", { name: /Access Restricted/ });
  expect(heading.parentElement).toHaveTextContent(
    "Access Restricted: No food truck associated with your account. Please contact an administrator.",
  );
  expect(screen.queryByRole("link", { name: "Add menu item" })).not.toBeInTheDocument();
});

it("says of a draft that customers do not see it, and leads back to its checklist", async () => {
  signInAs("superadmin");
  serveMenu([taco], { trucks: [{ ...TRUCK, isDraft: true, isActive: false }] });
  renderApp("/admin/menu");
  expect(
    await screen.findByText("This truck is a draft. Customers do not see it yet."),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Open checklist" })).toHaveAttribute(
    "href",
    `/admin/trucks/${TRUCK._id}`,
  );
  expect(screen.getByRole("option", { name: `${TRUCK.name} (draft)` })).toBeInTheDocument();
});

it("leads a superadmin without any truck to the first one", async () => {
  signInAs("superadmin");
  serveMenu([], { trucks: [] });
  renderApp("/admin/menu");
  expect(await screen.findByRole("link", { name: "Add First Truck" })).toBeInTheDocument();
});

it("offers to add or import the first menu items", async () => {
  signInAs("admin");
  serveMenu([]);
  const { user } = renderApp("/admin/menu");
  expect(await screen.findByRole("link", { name: "Add First Menu Item" })).toHaveAttribute(
    "href",
    "/admin/menu/new",
  );
  expect(screen.getByRole("heading", { name: "No menu items yet" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Import menu" }));
  expect(await screen.findByRole("dialog", { name: "Import menu" })).toBeInTheDocument();
});

it.each([
  ["corn", ["Elote"]],
  ["sides", ["Elote"]],
  ["burr", ["Wet Burrito"]],
  ["MAINS", ["Carnitas taco", "Wet Burrito"]],
])("finds by name, category and section: %s", async (text, names) => {
  signInAs("admin");
  serveMenu();
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.type(screen.getByRole("searchbox"), text);
  await waitFor(() => expect(listedNames()).toEqual(names));
  expect(screen.getByText(`${names.length} of 3 menu items`)).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent(`/admin/menu?q=${text}`),
  );
});

it("comes back to the search that the address names, and out of one that finds nothing", async () => {
  signInAs("admin");
  serveMenu();
  const { user } = renderApp("/admin/menu?q=pizza");
  expect(await screen.findByText("No menu items match “pizza”")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await rowOf("Elote");
  await waitFor(() => expect(screen.getByText("3 menu items")).toHaveFocus());
});

it("shows the developer tools only where the settings allow them", async () => {
  signInAs("admin");
  serveMenu();
  renderApp("/admin/menu");
  await rowOf("Elote");
  expect(screen.queryByRole("button", { name: "Test API" })).not.toBeInTheDocument();
});

it("tests the API, reloads the page and signs in afresh for developers", async () => {
  signInAs("admin");
  serveMenu([taco, burrito], { devTools: true });
  server.use(
    http.post("*/api/auth/logout", () => HttpResponse.json({})),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
  );
  const { user } = renderApp("/admin/menu");
  await user.click(await screen.findByRole("button", { name: "Test API" }));
  expect(await screen.findByText(/^API answered in \d+ ms: 2 menu items$/)).toBeInTheDocument();
  server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.error()));
  await user.click(screen.getByRole("button", { name: "Test API" }));
  expect(
    await screen.findByText(`API test failed: ${m.failures.noConnection}`),
  ).toBeInTheDocument();
  const reloaded = watchReloads();
  await user.click(screen.getByRole("button", { name: "Reload" }));
  expect(reloaded).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Fresh Login" }));
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/login"));
});

it("has no API to test without a truck", async () => {
  signInAs("truckless");
  serveMenu([], { trucks: [], devTools: true });
  renderApp("/admin/menu");
  expect(await screen.findByRole("button", { name: "Test API" })).toBeDisabled();
});

it("downloads the menu as the signed-in user, and says why a download failed", async () => {
  signInAs("admin");
  serveMenu();
  const authorizations = recordCalls(
    "get",
    "*/api/menu-items/export",
    (request) => request.headers.get("Authorization"),
    () => HttpResponse.json({ error: "The disk is full" }, { status: 503 }),
  );
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await toasts().findByText("The download failed: The disk is full")).toBeInTheDocument();
  expect(authorizations).toEqual([expect.stringMatching(/^Bearer token-/)]);
});
