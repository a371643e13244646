import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { messages as m } from "@/messages";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import {
  burrito,
  elote,
  listedNames,
  rowOf,
  serveMenu,
  taco,
  toasts,
} from "@/test/staff/menu-page-harness";
import { signInAs } from "@/test/staff/staff";

beforeEach(() => {
  signInAs("admin");
  serveMenu();
});

it("shows a change of availability before the server has answered", async () => {
  let body: unknown;
  let answer: () => void = () => undefined;
  server.use(
    http.patch(`*/api/menu-items/${taco._id}/toggle-availability`, async ({ request }) => {
      body = await request.json();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json({ ...taco, isAvailable: false, version: 2 });
    }),
  );
  const { user } = renderApp("/admin/menu");
  const row = await rowOf("Carnitas taco");
  const button = row.getByRole("button", { name: "Mark Unavailable" });
  expect(button).toHaveAccessibleDescription("Carnitas taco");
  await user.dblClick(button);
  expect(row.getByText("Unavailable")).toBeInTheDocument();
  await waitFor(() => expect(body).toEqual({ isAvailable: false }));
  answer();
  expect(row.getByRole("button", { name: "Mark Available" })).toBeInTheDocument();
});

it("takes a change of availability back when the server refuses it", async () => {
  server.use(
    http.patch("*/api/menu-items/:id/toggle-availability", () =>
      HttpResponse.json({ error: "The database is out" }, { status: 503 }),
    ),
  );
  const { user } = renderApp("/admin/menu");
  const row = await rowOf("Elote");
  await user.click(row.getByRole("button", { name: "Mark Available" }));
  expect(
    await toasts().findByText("Failed to mark Elote available: The database is out"),
  ).toBeInTheDocument();
  expect(row.getByText("Unavailable")).toBeInTheDocument();
});

it("asks before it deletes, and keeps the focus in the list", async () => {
  const deleted: unknown[] = [];
  server.use(
    http.delete("*/api/menu-items/:id", ({ params }) => {
      deleted.push(params.id);
      serveMenu([taco, elote]);
      return HttpResponse.json({ deleted: true });
    }),
  );
  const { user } = renderApp("/admin/menu");
  await user.click((await rowOf("Wet Burrito")).getByRole("button", { name: /^Delete/ }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(
    question.getByText("Are you sure you want to delete this menu item? This cannot be undone."),
  ).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(deleted).toEqual([]);
  expect(listedNames()).toContain("Wet Burrito");

  await user.click((await rowOf("Wet Burrito")).getByRole("button", { name: /^Delete/ }));
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
  );
  expect(await toasts().findByText("Wet Burrito is off the menu")).toBeInTheDocument();
  expect(deleted).toEqual([burrito._id]);
  expect(listedNames()).toEqual(["Carnitas taco", "Elote"]);
  await waitFor(() => expect(screen.getByText("2 menu items")).toHaveFocus());
});

it("says when a menu item could not be deleted, and keeps it", async () => {
  server.use(http.delete("*/api/menu-items/:id", () => HttpResponse.error()));
  const { user } = renderApp("/admin/menu");
  await user.click((await rowOf("Elote")).getByRole("button", { name: /^Delete/ }));
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
  );
  expect(await toasts().findByText("Failed to delete menu item")).toBeInTheDocument();
  expect(listedNames()).toContain("Elote");
});

it("puts a copy right after its original; a repeated call cannot make two", async () => {
  const copy = { ...taco, _id: "c".repeat(24), name: "Carnitas taco (copy)" };
  const keys: (string | null)[] = [];
  server.use(
    http.post(`*/api/menu-items/${taco._id}/duplicate`, ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      if (keys.length === 1) return HttpResponse.error();
      serveMenu([taco, copy, burrito, elote]);
      return HttpResponse.json(copy, { status: 201 });
    }),
  );
  const { user } = renderApp("/admin/menu");
  await user.click((await rowOf("Carnitas taco")).getByRole("button", { name: /^Duplicate/ }));
  expect(
    await toasts().findByText(`Failed to duplicate Carnitas taco: ${m.failures.noConnection}`),
  ).toBeInTheDocument();
  expect(listedNames()).toEqual(["Carnitas taco", "Wet Burrito", "Elote"]);
  await user.click((await rowOf("Carnitas taco")).getByRole("button", { name: /^Duplicate/ }));
  expect(await toasts().findByText("Carnitas taco (copy) is on the menu")).toBeInTheDocument();
  expect(listedNames()).toEqual(["Carnitas taco", "Carnitas taco (copy)", "Wet Burrito", "Elote"]);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await user.click(toasts().getByRole("button", { name: "Edit it" }));
  expect(screen.getByLabelText("Address")).toHaveTextContent(`/admin/menu/edit/${copy._id}`);
});

it("says until when a menu item is sold out, and brings it back for good", async () => {
  const soldOutUntil = new Date(Date.now() + 3_600_000).toISOString();
  const out = { ...elote, soldOutUntil };
  serveMenu([taco, out]);
  const sent = recordCalls("patch", "*/api/menu-items/:id/toggle-availability", bodyOf, () =>
    HttpResponse.json({ ...out, isAvailable: true, soldOutUntil: null, version: 2 }),
  );
  const { user } = renderApp("/admin/menu");
  const row = await rowOf("Elote");
  expect(row.getByText("Unavailable")).toBeVisible();
  expect(row.getByText(/^Sold out until (tomorrow at )?\d{1,2}:\d{2} [AP]M$/)).toBeVisible();
  await user.click(row.getByRole("button", { name: "Mark Available" }));
  await waitFor(() => expect(row.getByText("Available")).toBeVisible());
  expect(row.queryByText(/^Sold out until/)).toBeNull();
  expect(sent).toEqual([{ isAvailable: true }]);
});
