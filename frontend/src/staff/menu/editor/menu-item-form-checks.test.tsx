import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { serveMenu, taco } from "@/test/staff/menu-page-harness";
import { signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/dashboard/dashboard-page";
import "./menu-item-form-page";

const address = () => screen.getByLabelText("Address").textContent;

beforeEach(() => {
  signInAs("admin");
  serveMenu();
  server.use(
    http.get("*/api/menu-items/:id", () => HttpResponse.json(taco)),
    http.get("*/api/option-sets", () => HttpResponse.json([])),
    http.get("*/api/orders/counts", () => HttpResponse.json({ error: "Busy." }, { status: 503 })),
  );
});

it("says at each empty field what it needs, and focuses the first", async () => {
  const { user } = renderApp("/admin/menu/new");
  await user.click(await screen.findByRole("button", { name: "Add option group" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const name = screen.getByLabelText("Name");
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription("Enter the name of the menu item");
  expect(screen.getByLabelText("Price")).toHaveAccessibleDescription(/Enter a price/);
  expect(screen.getByLabelText("Group")).toHaveAccessibleDescription(
    "Say what is chosen here, such as Size",
  );
  expect(screen.getByLabelText("Option 1")).toHaveAccessibleDescription("Say what can be chosen");
});

it("refuses an image address that is not HTTPS, at its field", async () => {
  const { user } = renderApp(`/admin/menu/edit/${taco._id}`);
  const field = await screen.findByLabelText("Image address");
  await user.type(field, "http://images.example/tacos.jpg");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/^Enter an address that starts with https:/);
  expect(address()).toBe(`/admin/menu/edit/${taco._id}`);
});

it("leads back to the dashboard that it was opened from", async () => {
  const { user } = renderApp("/admin/dashboard");
  await user.click(await screen.findByRole("link", { name: "Edit Carnitas taco" }));
  await screen.findByLabelText("Name");
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(address()).toBe("/admin/dashboard"));
});

it("leads to the menu when no page came before", async () => {
  const { user } = renderApp(`/admin/menu/edit/${taco._id}`);
  await screen.findByLabelText("Name");
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(address()).toBe("/admin/menu"));
});

it("takes prep units from 0 to 20, one for a new menu item", async () => {
  const sent = recordCalls("post", "*/api/menu-items", bodyOf, () => HttpResponse.json(taco));
  const { user } = renderApp("/admin/menu/new");
  await user.type(await screen.findByLabelText("Name"), "Lemonade");
  await user.type(screen.getByLabelText("Price"), "3");
  const units = screen.getByLabelText("Prep units");
  expect(units).toHaveValue(1);
  for (const typed of ["21", "-1", "1.5"]) {
    await user.clear(units);
    await user.type(units, typed);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(units).toHaveAccessibleDescription(/^Enter a whole number from 0 to 20/),
    );
  }
  expect(sent).toEqual([]);
  await user.clear(units);
  await user.type(units, "0");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ prepUnits: 0 })]));
});
