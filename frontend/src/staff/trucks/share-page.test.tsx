import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { signInAs } from "@/test/staff/staff";
import { serveStaff, TRUCK } from "@/test/staff/staff-backend";
import "./share-page";

const ADDRESS = `${location.origin}/${TRUCK.slug}`;
const SCRIPT = `<script src="${location.origin}/embed/truck.js" async></script>`;

const linesOf = (attributes: string) =>
  `${SCRIPT}\n<chuckwagon-truck ${attributes}></chuckwagon-truck>`;

beforeEach(serveStaff);

const address = () => screen.findByRole("group", { name: "Address of your menu" });

it("is in the navigation, and copies the address that is pasted elsewhere", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/share");
  expect(await address()).toHaveTextContent(ADDRESS);
  const main = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(main.getByRole("link", { name: "Share" })).toHaveAttribute("href", "/admin/share");
  await user.click(screen.getByRole("button", { name: "Copy: Address of your menu" }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(await screen.findByText("Copied.")).toBeVisible();
  for (const place of [/^Google: /, /^Instagram: /, /^Apple Maps: /])
    expect(screen.getByText(place)).toBeVisible();
  const poster = screen.getByRole("link", { name: "QR poster" });
  expect(poster).toHaveAttribute("href", `/admin/poster?truck=${TRUCK._id}`);
});

it("gives the lines of the widget in the language of the owner's page", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/share");
  const lines = within(await screen.findByRole("group", { name: "Lines for your site" }));
  const shown = () => lines.getByText(/chuckwagon-truck/).textContent;
  expect(shown()).toBe(linesOf(`slug="${TRUCK.slug}"`));
  const preview = () => document.querySelector("chuckwagon-truck");
  expect(preview()).toHaveAttribute("slug", TRUCK.slug);
  expect(preview()).not.toHaveAttribute("lang");
  await user.click(screen.getByRole("radio", { name: "Español" }));
  expect(shown()).toBe(linesOf(`slug="${TRUCK.slug}" lang="es"`));
  expect(preview()).toHaveAttribute("lang", "es");
  await user.click(screen.getByRole("button", { name: "Copy: Lines for your site" }));
  expect(await navigator.clipboard.readText()).toBe(linesOf(`slug="${TRUCK.slug}" lang="es"`));
  expect(document.querySelectorAll('script[src="/embed/truck.js"]')).toHaveLength(1);
});

it("says how to copy where the browser allows no button to", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/share");
  await address();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  await user.click(screen.getByRole("button", { name: "Copy: Address of your menu" }));
  expect(await screen.findByText(/The text is selected/)).toBeVisible();
  expect(getSelection()?.toString()).toBe(ADDRESS);
});

it("a superadmin chooses the truck, and reads that an inactive one cannot be found", async () => {
  signInAs("superadmin");
  const inactive = { ...TRUCK, isActive: false };
  server.use(http.get("*/api/trucks", () => HttpResponse.json([inactive])));
  renderApp(`/admin/share?truck=${TRUCK._id}`);
  expect(await address()).toHaveTextContent(ADDRESS);
  expect(screen.getByRole("combobox", { name: "Food truck" })).toHaveDisplayValue(
    new RegExp(TRUCK.name),
  );
  expect(screen.getByText("Customers cannot open this address yet")).toBeVisible();
  expect(document.querySelector("chuckwagon-truck")).toBeNull();
});
