import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./truck-form-page";
import "@/staff/trucks/list/trucks-page";

const TRUCK = aStaffTruck();
const WRONG_FORM = "The server names what a web address may hold";

const address = () => screen.getByLabelText("Address").textContent;

beforeEach(() => {
  signInAs("superadmin");
  server.use(
    http.get("*/api/trucks/slug-check", () =>
      HttpResponse.json({ error: WRONG_FORM, fields: { slug: WRONG_FORM } }, { status: 400 }),
    ),
    http.get("*/api/trucks/:id", () => HttpResponse.json(TRUCK)),
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/stripe/connect/account-status/:id", () =>
      HttpResponse.json({ error: "Busy." }, { status: 503 }),
    ),
  );
});

it("wants a name for a new truck", async () => {
  const { user } = renderApp("/admin/trucks/new");
  const name = await screen.findByLabelText("Name");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toBeInvalid();
});

it("shows the server's sentence about a web address of the wrong form while it is typed", async () => {
  const { user } = renderApp("/admin/trucks/new");
  const slug = await screen.findByLabelText("Web address");
  await user.type(slug, "-odd-");
  await waitFor(() => expect(slug).toHaveAccessibleDescription(new RegExp(WRONG_FORM)));
  expect(slug).toBeInvalid();
});

it("keeps unsaved changes when the question before leaving is canceled", async () => {
  const { user } = renderApp(`/admin/trucks/edit/${TRUCK._id}`);
  const city = await screen.findByLabelText("City");
  await user.clear(city);
  await user.type(city, "Bend");
  await user.click(screen.getByRole("button", { name: "Back" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(city).toHaveValue("Bend");
  expect(address()).toBe(`/admin/trucks/edit/${TRUCK._id}`);
});

it("leads back to the search that found the truck", async () => {
  const { user } = renderApp("/admin/trucks");
  await user.type(await screen.findByRole("searchbox"), "spicy");
  await user.click(screen.getByRole("link", { name: "Edit Spicy Burritos" }));
  await screen.findByLabelText("Name");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByRole("searchbox")).toHaveValue("spicy");
});

it("limits a truck that is always open, and leaves the limit to the stops of one that moves", async () => {
  const saved = { ...TRUCK, version: 2 };
  const sent = recordCalls("patch", "*/api/trucks/:id/settings", bodyOf, () =>
    HttpResponse.json(saved),
  );
  server.use(
    http.put("*/api/trucks/:id", () => HttpResponse.json(saved)),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([aStaffMenuItem()])),
    http.get("*/api/analytics", () => HttpResponse.json({ topItems: [] })),
  );
  const { user } = renderApp(`/admin/trucks/edit/${TRUCK._id}`);
  const units = await screen.findByLabelText("Menu items per 10 minutes");
  await user.type(units, "0");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(units).toHaveAccessibleDescription(/^Enter a whole number from 1 to 500, or leave/),
  );
  await user.clear(units);
  await user.type(units, "6");
  expect(await screen.findByText("About 36 × Carnitas taco an hour.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ unitsPerTenMinutes: 6 }]));
});

it("has no limit for the truck itself where each stop has its own", async () => {
  server.use(
    http.get("*/api/trucks/:id", () => HttpResponse.json({ ...TRUCK, scheduleMode: "stops" })),
    http.get("*/api/stops", () => HttpResponse.json([])),
  );
  renderApp(`/admin/trucks/edit/${TRUCK._id}`);
  await screen.findByLabelText("City");
  expect(screen.queryByLabelText("Menu items per 10 minutes")).not.toBeInTheDocument();
});
