import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "@/staff/session/session";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { signInAs } from "@/test/staff/staff";
import { openDocument } from "@/ui/browser/save-file-and-open-document";

vi.mock("@/ui/browser/save-file-and-open-document", () => ({ openDocument: vi.fn() }));

const PROTECTED = [
  "/admin",
  "/admin/dashboard",
  "/admin/orders",
  "/admin/orders/0123456789abcdef01234567",
  "/admin/menu",
  "/admin/menu/new",
  "/admin/menu/edit/507f1f77bcf86cd799439011",
  "/admin/schedule",
  "/admin/customers",
  "/admin/customers/507f1f77bcf86cd799439011",
  "/admin/analytics",
  "/admin/books",
  "/admin/taxes",
  "/admin/profile",
  "/admin/trucks",
  "/admin/trucks/new",
  "/admin/trucks/edit/507f1f77bcf86cd799439011",
  "/admin/users",
  "/admin/ledger",
  "/admin/held-payments",
];

const SUPERADMINS = PROTECTED.filter((path) => /trucks|users|ledger|held/.test(path));

// What the screens themselves load is their own tests' business.
beforeEach(() => {
  server.use(
    http.get("*/api/*", () => HttpResponse.json({ error: "Not here" }, { status: 404 })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
  );
});

async function expectAddress(address: string) {
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(address));
  expect(screen.getByLabelText("Address").textContent).toBe(address);
}

it.each(PROTECTED)(
  "sends a visitor who is not signed in from %s to the sign-in screen",
  async (path) => {
    renderApp(path);
    await expectAddress("/admin/login");
    expect(await screen.findByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    // The page has just loaded: the keyboard begins at its top.
    await waitFor(() => expect(document.body).toHaveFocus());
  },
);

it("shows a spinner while the server is asked who this is", async () => {
  keepToken("slow");
  server.use(http.get("*/api/auth/verify", () => new Promise<never>(() => undefined)));
  renderApp("/admin/profile");
  expect(
    await screen.findByText("Loading...", { selector: ":not(.visually-hidden)" }),
  ).toBeVisible();
  expect(screen.getByLabelText("Address").textContent).toBe("/admin/profile");
  expect(screen.queryByRole("heading")).not.toBeInTheDocument();
});

it("shows the same spinner before the sign-in screen", async () => {
  keepToken("slow as well");
  server.use(http.get("*/api/auth/verify", () => new Promise<never>(() => undefined)));
  renderApp("/admin/login");
  expect(
    await screen.findByText("Loading...", { selector: ":not(.visually-hidden)" }),
  ).toBeVisible();
  expect(screen.queryByLabelText("Email")).not.toBeInTheDocument();
});

it.each(["/admin", "/admin/login"])("opens the dashboard for staff at %s", async (path) => {
  signInAs("admin");
  renderApp(path);
  await expectAddress("/admin/dashboard");
});

it.each(SUPERADMINS)("sends an admin from %s to the dashboard", async (path) => {
  signInAs("admin");
  renderApp(path);
  await expectAddress("/admin/dashboard");
});

it.each(SUPERADMINS)("lets a superadmin stay at %s", async (path) => {
  signInAs("superadmin");
  renderApp(path);
  await screen.findByRole("main");
  await screen.findByRole("heading", { level: 1 });
  await expectAddress(path);
});

const EVERYBODYS = [
  "Dashboard",
  "Orders",
  "Kitchen",
  "Menu",
  "Schedule",
  "Customers",
  "Offers",
  "Analytics",
];

it.each([
  [
    "superadmin",
    [
      ...EVERYBODYS,
      "Drawer and closes",
      "Books",
      "Taxes",
      "Ledger",
      "Disputes",
      "Held payments",
      "Devices",
      "Share",
      "Trucks",
      "Staff",
      "Activity",
    ],
  ],
  [
    "admin",
    [
      ...EVERYBODYS,
      "Drawer and closes",
      "Books",
      "Taxes",
      "Disputes",
      "Our truck",
      "Devices",
      "Share",
    ],
  ],
] as const)("offers a %s its own places", async (role, places) => {
  signInAs(role);
  renderApp("/admin/profile");
  const nav = await screen.findByRole("navigation", { name: "Admin" });
  const links = [...nav.querySelectorAll("a")].map((link) => link.textContent);
  expect(links).toEqual(places);
});

it("sends an unknown staff address to the storefront's home page", async () => {
  renderApp("/admin/nowhere");
  await vi.waitFor(() => expect(openDocument).toHaveBeenCalledExactlyOnceWith("/"));
});
