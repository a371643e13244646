import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aReader } from "@/test/staff/readers-backend";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import "./devices-page-and-unprinted-jobs";

const ADDRESS = { line1: "12 Alder St", city: "Portland", state: "OR", postalCode: "97209" };
const TRUCK = aStaffTruck();
const READER = aReader();
const DOOR = aReader({ _id: "6".repeat(24), label: "Door", status: "offline", lastSeenAt: null });

function serve(readers = [READER, DOOR], businessAddress: typeof ADDRESS | null = ADDRESS) {
  const settings = { ...TRUCK.settings, businessAddress };
  let served = readers;
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([{ ...TRUCK, settings }])),
    http.get("*/api/readers", () => HttpResponse.json({ readers: served })),
    http.get("*/api/printers", () => HttpResponse.json({ printers: [] })),
    http.get("*/api/print-jobs", () => HttpResponse.json({ printJobs: [] })),
  );
  return {
    change: (next: typeof readers) => {
      served = next;
    },
  };
}

beforeEach(() => void signInAs("admin"));

it("is in the navigation, and lists each reader with what was last heard of it", async () => {
  serve();
  renderApp("/admin/devices");
  const table = within(await screen.findByRole("table", { name: "Card readers" }));
  expect(table.getByRole("row", { name: /^Window Online 0m ago/ })).toBeVisible();
  expect(table.getByRole("row", { name: /^Door Offline Never/ })).toBeVisible();
  const main = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(main.getByRole("link", { name: "Devices" })).toHaveAttribute("href", "/admin/devices");
});

it("leads to the business address first, where there is none", async () => {
  serve([], null);
  renderApp("/admin/devices");
  expect(await screen.findByText("No card reader yet")).toBeVisible();
  expect(screen.getByText("A card reader needs your business address")).toBeVisible();
  const way = screen.getByRole("link", { name: "Enter the address" });
  expect(way).toHaveAttribute("href", `/admin/our-truck?truck=${TRUCK._id}`);
  expect(screen.queryByRole("button", { name: "Register a reader" })).not.toBeInTheDocument();
});

it("registers a reader by its code, says what is missing and what was refused, and lists it", async () => {
  const readers = serve([]);
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ ...CONFIG, stripeJsUrl: "/stripe.js" })),
  );
  const refusal = { error: "The code has expired.", code: "reader_refused" };
  const answers = [
    () => HttpResponse.json(refusal, { status: 409 }),
    () => {
      readers.change([READER]);
      return HttpResponse.json(READER, { status: 201 });
    },
  ];
  const calls = recordCalls("post", "*/api/readers", bodyOf, () =>
    (answers.shift() ?? HttpResponse.error)(),
  );
  const { user } = renderApp("/admin/devices");
  await user.click(await screen.findByRole("button", { name: "Register a reader" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Register a reader" }));
  const code = dialog.getByLabelText("Registration code");
  expect(code).toHaveAccessibleDescription(/open Settings .* simulated-wpe/);
  await user.click(dialog.getByRole("button", { name: "Register" }));
  expect(dialog.getByText("Enter the code that the reader shows.")).toBeVisible();
  expect(dialog.getByText("Enter a name.")).toBeVisible();
  await user.type(code, " simulated-wpe ");
  await user.type(dialog.getByLabelText("Name"), "Window");
  await user.click(dialog.getByRole("button", { name: "Register" }));
  expect(await dialog.findByText("The code has expired.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Register" }));
  expect(await screen.findByText("Window takes cards now")).toBeInTheDocument();
  expect(await screen.findByRole("row", { name: /^Window/ })).toBeVisible();
  const sent = { truckId: TRUCK._id, registrationCode: "simulated-wpe", label: "Window" };
  expect(calls).toEqual([sent, sent]);
});

it("renames a reader", async () => {
  const readers = serve();
  const calls = recordCalls("patch", "*/api/readers/:id", bodyOf, () => {
    readers.change([{ ...READER, label: "Front" }, DOOR]);
    return HttpResponse.json({ ...READER, label: "Front" });
  });
  const { user } = renderApp("/admin/devices");
  await user.click(await screen.findByRole("button", { name: "Rename Window" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename Window" }));
  await user.clear(dialog.getByLabelText("Name"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter a name.")).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), "Front");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("row", { name: /^Front/ })).toBeVisible();
  expect(calls).toEqual([{ label: "Front" }]);
});

it("asks before it removes a reader, and keeps one that could not be removed", async () => {
  const readers = serve();
  const answers = [
    () => HttpResponse.json({ error: "Stripe does not answer." }, { status: 503 }),
    () => {
      readers.change([DOOR]);
      return HttpResponse.json({ deleted: true });
    },
  ];
  const calls = recordCalls(
    "delete",
    "*/api/readers/:id",
    ({ url }) => url.split("/").at(-1),
    () => (answers.shift() ?? HttpResponse.error)(),
  );
  const { user } = renderApp("/admin/devices");
  const ask = async () => {
    await user.click(await screen.findByRole("button", { name: "Remove Window" }));
    return within(await screen.findByRole("alertdialog", { name: "Remove Window?" }));
  };
  await user.click((await ask()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(calls).toEqual([]);
  await user.click((await ask()).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(/^Window was not removed: Stripe/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await user.click((await ask()).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Window removed")).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.queryByRole("row", { name: /^Window/ })).not.toBeInTheDocument(),
  );
  expect(calls).toEqual([READER._id, READER._id]);
});
