import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { StaffTruck } from "@/domain/api/staff-types";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { fill, openTruck, save, serve, storeTrucks, TRUCK } from "@/test/staff/truck-form-harness";
import { serveOpenOrders } from "@/test/staff/trucks-backend";
import "./truck-form-page";

describe("when a colleague was faster", () => {
  const theirs: StaffTruck = {
    ...TRUCK,
    phone: "(503) 555-0199",
    settings: { ...TRUCK.settings, acceptingOrders: false },
    version: 7,
  };

  it("shows what changed, keeps mine on top, and does not end the pause they made", async () => {
    const { user } = await openTruck();
    const calls = storeTrucks();
    server.use(
      http.put(
        "*/api/trucks/:id",
        () =>
          HttpResponse.json(
            { error: "Changed.", code: "changed_meanwhile", truck: theirs },
            { status: 409 },
          ),
        { once: true },
      ),
    );
    await fill(user, "City", "Salem");
    await save(user);
    const notice = await screen.findByRole("region", { name: /^Someone else changed this truck/ });
    expect(notice).toHaveTextContent("PhoneBefore(503) 555-0142Theirs(503) 555-0199");
    expect(notice).toHaveTextContent("Takes ordersBeforeYesTheirsNo");
    await user.click(within(notice).getByRole("button", { name: "Keep editing mine" }));
    expect(screen.getByLabelText("Phone")).toHaveValue("(503) 555-0199");
    expect(screen.getByLabelText("Takes orders")).not.toBeChecked();
    await save(user);
    await screen.findByText("Spicy Burritos saved");
    expect(calls).toMatchObject([
      { method: "PUT", body: { version: 7, location: { city: "Salem" }, phone: "(503) 555-0199" } },
    ]);
  });
});

it("shows in the preview when the truck opens at its next stop", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const times = { startsAt: inDays(2), endsAt: inDays(2.1) };
  const stop = { ...aStop(times), orders: 0, revenue: 0 };
  const cancelled = { ...stop, _id: "9".repeat(24), status: "cancelled" };
  server.use(http.get("*/api/stops", () => HttpResponse.json([cancelled, stop])));
  const { user } = await openTruck();
  const preview = within(screen.getByRole("region", { name: "As customers see it" }));
  await user.selectOptions(
    screen.getByRole("combobox", { name: "Opening hours" }),
    "At the stops of its schedule",
  );
  expect(await preview.findByText(/^Opens \w{3} /)).toBeVisible();
  expect(preview.getByText(/^Pier 5/)).toBeVisible();
});

it("shows the card as customers will see it", async () => {
  const { user } = await openTruck();
  const preview = screen.getByRole("region", { name: "As customers see it" });
  await fill(user, "Short description", "Now with elote.");
  expect(within(preview).getByText("Now with elote.")).toBeInTheDocument();
  expect(within(preview).getByText("Open")).toBeInTheDocument();
  await user.click(screen.getByLabelText("Takes orders"));
  expect(within(preview).getByText("Taking a break")).toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Basil" }));
  expect(preview.querySelector("li")).toHaveAttribute("data-truck-hue", "100 50");
});

it("keeps a hue that is none of the swatches", async () => {
  await openTruck(aStaffTruck({ accentHue: 217 }));
  expect(screen.getByRole("radio", { name: "Hue 217" })).toBeChecked();
});

it("asks before unsaved changes are left", async () => {
  const { user } = await openTruck();
  await fill(user, "City", "Salem");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByRole("alertdialog")).toHaveAccessibleName(
    "Leave without your changes?",
  );
  await user.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(/trucks$/));
});

it("deletes a truck once it was confirmed", async () => {
  const { user } = await openTruck();
  server.use(http.delete("*/api/trucks/:id", () => HttpResponse.json({ deleted: true })));
  serveOpenOrders();
  await user.click(screen.getByRole("button", { name: "Delete truck" }));
  const question = await screen.findByRole("alertdialog");
  await waitFor(() =>
    expect(question).toHaveTextContent(
      'Are you sure you want to delete "Spicy Burritos"? This action cannot be undone.',
    ),
  );
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Truck deleted")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(/trucks$/));
});

it("says so when a truck could not be deleted", async () => {
  const { user } = await openTruck();
  server.use(http.delete("*/api/trucks/:id", () => HttpResponse.error()));
  serveOpenOrders();
  await user.click(screen.getByRole("button", { name: "Delete truck" }));
  const confirm = await screen.findByRole("button", { name: "Delete" });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  expect(await screen.findByText("Failed to delete truck")).toBeInTheDocument();
});

it("says so when there is no such truck", async () => {
  signInAs("superadmin");
  serve();
  server.use(
    http.get("*/api/trucks/:id", () =>
      HttpResponse.json({ error: "Nothing was found here." }, { status: 404 }),
    ),
  );
  renderApp("/admin/trucks/edit/bbbbbbbbbbbbbbbbbbbbbbbb");
  expect(await screen.findByRole("heading", { name: "Truck not found" })).toBeInTheDocument();
});

it("is for superadmins only", async () => {
  signInAs("admin");
  serve();
  renderApp("/admin/trucks/new");
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(/dashboard$/));
});
