import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aCustomer, anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";
import { saveFile } from "@/ui/browser/save-file-and-open-document";

vi.mock("@/ui/browser/save-file-and-open-document", () => ({ saveFile: vi.fn() }));

const ID = "c".repeat(24);
const ADA = aCustomer({ orderCount: 2, totalSpent: 23.7 });
const ERASED = { ...ADA, name: "Erased customer", phone: "", email: null };

let erasures: string[];

function serveErasure(answer: () => Response) {
  server.use(
    http.post("*/api/customers/:id/erasure", ({ params }) => {
      erasures.push(String(params.id));
      return answer();
    }),
  );
}

beforeEach(() => {
  erasures = [];
  signInAs("superadmin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/customers/:id", () => HttpResponse.json(erasures.length > 0 ? ERASED : ADA)),
    http.get("*/api/customers/:id/orders", () =>
      HttpResponse.json({ orders: [anOrder()], total: 1, totalIsExact: true, nextCursor: null }),
    ),
  );
  serveErasure(() => HttpResponse.json({ _id: ID, erasedAt: "2026-11-21T12:00:00Z", orders: 2 }));
});

async function openDialog() {
  const { user } = renderApp(`/admin/customers/${ID}`);
  await user.click(await screen.findByRole("button", { name: "Erase personal data" }));
  return { user, dialog: await screen.findByRole("alertdialog", { name: "Erase Ada Lovelace?" }) };
}

async function confirm(user: UserEvent, dialog: HTMLElement, digits: string) {
  const field = within(dialog).getByLabelText(/Last four digits of \(213\) 373-••••/);
  await user.clear(field);
  if (digits) await user.type(field, digits);
  await user.click(within(dialog).getByRole("button", { name: "Erase for good" }));
}

it("erases after the last four digits, and the page no longer shows the person", async () => {
  const { user, dialog } = await openDialog();
  expect(dialog).toHaveTextContent(/Deleted:.*name, phone, email/);
  expect(dialog).toHaveTextContent(/Kept:.*amounts/);
  await confirm(user, dialog, "4253");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Erased customer" }),
  ).toBeInTheDocument();
  expect(screen.getByText("The personal data was erased")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: "Erase personal data" })).not.toBeInTheDocument();
  expect(screen.getByText("No phone")).toBeInTheDocument();
  expect(erasures).toEqual([ID]);
});

it("asks for nothing before the digits are right", async () => {
  const { user, dialog } = await openDialog();
  for (const digits of ["", "4254", "123"]) {
    await confirm(user, dialog, digits);
    expect(within(dialog).getByRole("alert")).toHaveTextContent("not the last four digits");
  }
  expect(erasures).toEqual([]);
});

it("says why nothing was erased, and tries again", async () => {
  const sentence = "This customer has an open order. Erase the data once it is completed.";
  serveErasure(() =>
    HttpResponse.json({ error: sentence, code: "customer_busy" }, { status: 409 }),
  );
  const { user, dialog } = await openDialog();
  await confirm(user, dialog, "4253");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(sentence);
  serveErasure(() => HttpResponse.json({ _id: ID, erasedAt: "", orders: 2 }));
  await confirm(user, dialog, "4253");
  expect(await screen.findByText("The personal data was erased")).toBeInTheDocument();
});

it("leaves everything as it is when the question is cancelled", async () => {
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(erasures).toEqual([]);
});

it("hands out everything that is kept as a file", async () => {
  server.use(
    http.get("*/api/customers/:id/export", () =>
      HttpResponse.json(
        { name: "Ada Lovelace" },
        { headers: { "Content-Disposition": `attachment; filename="customer-${ID}.json"` } },
      ),
    ),
  );
  const { user } = renderApp(`/admin/customers/${ID}`);
  await user.click(await screen.findByRole("button", { name: "Export data" }));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(expect.anything(), `customer-${ID}.json`),
  );
});

it("is for the superadmin alone", async () => {
  signInAs("admin");
  renderApp(`/admin/customers/${ID}`);
  expect(await screen.findByRole("heading", { name: "Ada Lovelace" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Personal data" })).not.toBeInTheDocument();
});
