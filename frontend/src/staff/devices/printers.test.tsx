import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aPrinter, aStaffTruck, signInAs } from "@/test/staff/staff";
import "./devices-page-and-unprinted-jobs";
import type { Printer } from "./api";

const TRUCK = aStaffTruck();
const URL = `https://truck.example/print/${"x".repeat(43)}`;
const KITCHEN = aPrinter({ state: "paper_out", lastSeenAt: new Date().toISOString() });

function serve(printers: Printer[] = [KITCHEN], jobs: object[] = []) {
  let served = printers;
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/readers", () => HttpResponse.json({ readers: [] })),
    http.get("*/api/printers", () => HttpResponse.json({ printers: served })),
    http.get("*/api/print-jobs", ({ request }) =>
      HttpResponse.json({ printJobs: request.url.includes("held") ? jobs : [] }),
    ),
  );
  return {
    change: (next: Printer[]) => {
      served = next;
    },
  };
}

beforeEach(() => void signInAs("admin"));

it("lists each printer with what it said last, and prints a test page", async () => {
  serve();
  const calls = recordCalls(
    "post",
    "*/api/printers/:id/test",
    ({ url }) => url,
    () => HttpResponse.json(KITCHEN),
  );
  const { user } = renderApp("/admin/devices");
  const table = within(await screen.findByRole("table", { name: "Printers" }));
  expect(table.getByRole("row", { name: /^Kitchen Out of paper/ })).toBeVisible();
  await user.click(table.getByRole("button", { name: "Test page Kitchen" }));
  expect(await screen.findByText("The test page comes in a few seconds")).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

it("adds a printer and shows the address to type into it", async () => {
  const printers = serve([]);
  const calls = recordCalls("post", "*/api/printers", bodyOf, () => {
    printers.change([KITCHEN]);
    return HttpResponse.json({ ...KITCHEN, url: URL }, { status: 201 });
  });
  const { user } = renderApp("/admin/devices");
  await user.click(await screen.findByRole("button", { name: "Add a printer" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a printer" }));
  await user.click(dialog.getByRole("button", { name: "Add a printer" }));
  expect(dialog.getByText("Enter a name.")).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), "Kitchen");
  await user.selectOptions(dialog.getByLabelText("Paper"), "58 mm");
  await user.click(dialog.getByRole("checkbox", { name: "Receipts and day closes" }));
  await user.click(dialog.getByRole("button", { name: "Add a printer" }));
  const address = within(await screen.findByRole("dialog", { name: "Address for the printer" }));
  expect(address.getByLabelText("Address for the printer")).toHaveValue(URL);
  expect(calls).toEqual([
    {
      truckId: TRUCK._id,
      label: "Kitchen",
      kind: "star_cloudprnt",
      paperMm: 58,
      prints: ["ticket"],
      printOn: "placed",
      language: "en",
      drawerKick: false,
    },
  ]);
});

it("changes what a printer prints, and keeps what is refused in the form", async () => {
  const printers = serve();
  let isRefused = true;
  const calls = recordCalls("patch", "*/api/printers/:id", bodyOf, () => {
    if (isRefused) return HttpResponse.json({ error: "Busy.", code: "x" }, { status: 503 });
    const after = { ...KITCHEN, label: "Grill", language: "es" as const };
    printers.change([after]);
    return HttpResponse.json(after);
  });
  const { user } = renderApp("/admin/devices");
  await user.click(await screen.findByRole("button", { name: "Edit Kitchen" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Kitchen" }));
  expect(form.queryByLabelText("Maker")).not.toBeInTheDocument();
  await user.clear(form.getByLabelText("Name"));
  await user.type(form.getByLabelText("Name"), "Grill");
  await user.selectOptions(form.getByLabelText("Language"), "Español");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByRole("alert")).toBeVisible();
  isRefused = false;
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("button", { name: "Edit Grill" })).toBeVisible();
  expect(calls[1]).toEqual({
    label: "Grill",
    paperMm: 80,
    prints: ["ticket", "receipt"],
    printOn: "placed",
    language: "es",
    drawerKick: false,
  });
});

it("asks before it makes another address or removes a printer", async () => {
  const printers = serve();
  server.use(
    http.post("*/api/printers/:id/renew", () => HttpResponse.json({ ...KITCHEN, url: URL })),
    http.delete("*/api/printers/:id", () => {
      printers.change([]);
      return HttpResponse.json({ deleted: true });
    }),
  );
  const { user } = renderApp("/admin/devices");
  await user.click(await screen.findByRole("button", { name: "New address Kitchen" }));
  const asked = within(await screen.findByRole("alertdialog"));
  await user.click(asked.getByRole("button", { name: "New address" }));
  const shown = await screen.findByRole("dialog", { name: "Address for the printer" });
  expect(within(shown).getByLabelText("Address for the printer")).toHaveValue(URL);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(shown).not.toBeInTheDocument());
  await user.click(await screen.findByRole("button", { name: "Remove Kitchen" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Remove Kitchen?" }));
  await user.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("No printer yet")).toBeVisible();
});

it("says what was not printed, and prints all of it", async () => {
  serve(
    [KITCHEN],
    [
      { _id: "1".repeat(24), kind: "ticket" },
      { _id: "2".repeat(24), kind: "ticket" },
    ],
  );
  const calls = recordCalls(
    "post",
    "*/api/print-jobs/:id/print",
    ({ url }) => url.split("/").at(-2),
    () => HttpResponse.json({}),
  );
  const { user } = renderApp("/admin/devices");
  expect(await screen.findByText("2 tickets were not printed")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Print all" }));
  await waitFor(() => expect(calls).toEqual(["2".repeat(24), "1".repeat(24)]));
});
