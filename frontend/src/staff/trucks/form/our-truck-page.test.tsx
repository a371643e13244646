import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http, type RequestHandler } from "msw";
import { expect, it } from "vitest";
import type { StaffTruck } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { signInAs } from "@/test/staff/staff";
import { fill, save, serve, TRUCK } from "@/test/staff/truck-form-harness";
import "./our-truck-page";

function answerWith(saved: StaffTruck) {
  return recordCalls("patch", "*/api/trucks/:id/settings", bodyOf, () => HttpResponse.json(saved));
}

async function open(truck: StaffTruck = TRUCK, ...handlers: RequestHandler[]) {
  signInAs("admin");
  serve(truck);
  server.use(...handlers);
  const opened = renderApp("/admin/our-truck");
  await screen.findByLabelText("Short description");
  return opened;
}

it("is in the navigation of a truck's admin, and of no superadmin", async () => {
  const { unmount } = await open();
  const main = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(main.getByRole("link", { name: "Our truck" })).toHaveAttribute("href", "/admin/our-truck");
  unmount();
  signInAs("superadmin");
  renderApp("/admin/trucks");
  await screen.findByRole("heading", { level: 1, name: "Trucks" });
  expect(screen.queryByRole("link", { name: "Our truck" })).not.toBeInTheDocument();
});

it("sends what was changed with the version that was read, and stays open for the next change", async () => {
  const { user } = await open();
  const first = { ...TRUCK, shortDescription: "Now with elote.", version: 6 };
  first.settings = { ...TRUCK.settings, takesTips: true };
  const calls = answerWith(first);
  for (const hidden of ["Name", "Web address", "Tax rate", "Platform fee", "Time zone"]) {
    expect(screen.queryByLabelText(hidden)).not.toBeInTheDocument();
  }
  await fill(user, "Short description", "Now with elote.");
  await user.click(screen.getByRole("switch", { name: "Takes tips" }));
  await save(user);
  expect(await screen.findByText("Spicy Burritos saved")).toBeInTheDocument();
  await fill(user, "Preparation time in minutes", "30");
  await user.click(screen.getByRole("switch", { name: "Customers may change their orders" }));
  await user.click(screen.getByRole("switch", { name: "Confirm orders automatically" }));
  await fill(user, "Signature in texts", "Ask Ana.");
  await save(user);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls).toEqual([
    { shortDescription: "Now with elote.", takesTips: true, version: 5 },
    {
      leadMinutes: 30,
      selfService: false,
      confirmsOrders: true,
      smsSignature: "Ask Ana.",
      version: 6,
    },
  ]);
  expect(screen.getByLabelText("Address")).toHaveTextContent(/our-truck$/);
});

it("sends the business address as a whole, and null once it is emptied", async () => {
  const business = { line1: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" };
  const saved = { ...TRUCK, version: 6 };
  saved.settings = { ...TRUCK.settings, businessAddress: business };
  const { user } = await open();
  const calls = answerWith(saved);
  await fill(user, "Street and number", business.line1);
  await fill(user, "City of the business", business.city);
  await fill(user, "State of the business", "tx");
  await save(user);
  expect(await screen.findByText("Use a ZIP code such as 78701")).toBeVisible();
  expect(calls).toEqual([]);
  await fill(user, "ZIP code", business.postalCode);
  await save(user);
  expect(await screen.findByText("Spicy Burritos saved")).toBeInTheDocument();
  for (const line of ["Street and number", /^City of/, /^State of/, "ZIP code"]) {
    await user.clear(screen.getByLabelText(line));
  }
  await save(user);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls).toEqual([
    { businessAddress: business, version: 5 },
    { businessAddress: null, version: 6 },
  ]);
});

it("shows what a faster colleague has changed", async () => {
  const { user } = await open();
  const theirs = { ...TRUCK, phone: "(503) 555-0199", version: 7 };
  server.use(
    http.patch("*/api/trucks/:id/settings", () =>
      HttpResponse.json(
        { error: "Changed.", code: "changed_meanwhile", truck: theirs },
        { status: 409 },
      ),
    ),
  );
  await fill(user, "Short description", "Now with elote.");
  await save(user);
  const notice = await screen.findByRole("region", { name: /^Someone else changed this truck/ });
  expect(notice).toHaveTextContent("PhoneBefore(503) 555-0142Theirs(503) 555-0199");
});

it("sends nothing as long as a field is wrong", async () => {
  const { user } = await open();
  const calls = answerWith(TRUCK);
  await fill(user, "Preparation time in minutes", "500");
  await save(user);
  const field = screen.getByLabelText("Preparation time in minutes");
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toBeInvalid();
  expect(calls).toEqual([]);
});

it("shows the checklist of a draft, which the platform publishes", async () => {
  await open(
    { ...TRUCK, isDraft: true, isActive: false },
    http.get("*/api/trucks/:id/checklist", () =>
      HttpResponse.json({
        truckId: TRUCK._id,
        isDraft: true,
        canPublish: false,
        points: [
          { name: "menu", done: false, required: true, by: "admin", allowed: true, count: 0 },
          {
            name: "tax",
            done: false,
            required: true,
            by: "superadmin",
            allowed: false,
            count: null,
          },
          {
            name: "staff",
            done: true,
            required: false,
            by: "superadmin",
            allowed: false,
            count: 1,
          },
        ],
      }),
    ),
  );
  const list = within(await screen.findByRole("region", { name: "Checklist" }));
  const [first, second] = screen.getAllByRole("heading").map(({ textContent }) => textContent);
  expect([first, second]).toEqual(["Our truck", "Checklist"]);
  expect(await list.findByText("The platform does this for you.")).toBeVisible();
  expect(list.getByText(/^The platform publishes it/)).toBeVisible();
  expect(list.getAllByRole("link")).toHaveLength(1);
  expect(list.queryByRole("button")).not.toBeInTheDocument();
});

it("says of a draft that has all it needs that the platform knows", async () => {
  await open(
    { ...TRUCK, isDraft: true, isActive: false },
    http.get("*/api/trucks/:id/checklist", () =>
      HttpResponse.json({ truckId: TRUCK._id, isDraft: true, canPublish: true, points: [] }),
    ),
  );
  expect(await screen.findByText("Everything that is needed is there.")).toBeVisible();
  expect(screen.getByText(/^The platform sees that it is ready/)).toBeVisible();
});

it("says so when the truck did not load", async () => {
  signInAs("admin");
  serve();
  server.use(http.get("*/api/trucks/:id", () => HttpResponse.error()));
  renderApp("/admin/our-truck");
  expect(await screen.findByRole("heading", { name: "Failed to load truck" })).toBeVisible();
});
