import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { staffMenuKey } from "@/domain/query-keys";
import { aMenuItem } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  anEditedItem,
  openMenuItem,
  salsa,
  save,
  serve,
  storeItems,
  TRUCK,
} from "@/test/staff/menu-item-form-harness";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import "./menu-item-form-page";

it("asks before unsaved changes are left, and lets an untouched form go", async () => {
  const { user } = await openMenuItem();
  await user.type(screen.getByLabelText("Name"), "s");
  await user.click(screen.getByRole("button", { name: "Back" }));
  const question = await screen.findByRole("alertdialog", { name: "Leave without your changes?" });
  await user.click(within(question).getByRole("button", { name: "Stay" }));
  expect(screen.getByLabelText("Name")).toHaveValue("Carnitas tacos");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(/menu$/));
});

it("brings unsaved changes back after a session that ended in the middle", async () => {
  const { user } = await openMenuItem();
  await user.clear(screen.getByLabelText("Price"));
  await user.type(screen.getByLabelText("Price"), "6");
  const ended = () => HttpResponse.json({ error: "Please sign in." }, { status: 401 });
  server.use(
    http.put("*/api/menu-items/:id", ended),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
  );
  await save(user);
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(/login$/));
  cleanup();

  await openMenuItem(anEditedItem({ ...salsa, section: "Street tacos", version: 4 }));
  expect(screen.getByText("Your changes are back")).toBeInTheDocument();
  expect(screen.getByLabelText("Price")).toHaveValue("6.00");
  expect(screen.getByLabelText("Section")).toHaveValue("Street tacos");
  expect(screen.getByText("Not saved yet")).toBeInTheDocument();
});

it("keeps what is typed while a save is under way, and stores it with the next one", async () => {
  const { user, client } = await openMenuItem();
  const menu = staffMenuKey(TRUCK._id);
  client.setQueryData(menu, [salsa]);
  const sent: { description: string; version: number }[] = [];
  let answerFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  server.use(
    http.put("*/api/menu-items/:id", async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number];
      if (sent.push(body) === 1) await first;
      const { description, version } = body;
      return HttpResponse.json({ ...anEditedItem(), description, version: version + 1 });
    }),
  );
  await user.type(screen.getByLabelText("Name"), "s");
  await save(user);
  await user.type(screen.getByLabelText("Description"), " Hot.");
  answerFirst();
  expect(await screen.findByText(/What you typed meanwhile is not saved yet/)).toBeInTheDocument();
  // The menu that was loaded before is old, although the form stays.
  expect(client.getQueryState(menu)?.isInvalidated).toBe(true);
  const typed = (screen.getByLabelText("Description") as HTMLTextAreaElement).value;
  expect(typed).toMatch(/ Hot\.$/);
  await save(user);
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent(/menu$/));
  expect(sent.map(({ version }) => version)).toEqual([salsa.version, salsa.version + 1]);
  expect(sent[1]).toMatchObject({ description: typed });
});

it("deletes a menu item once it was confirmed", async () => {
  const { user } = await openMenuItem();
  const deleted = vi.fn();
  server.use(
    http.delete("*/api/menu-items/:id", ({ params }) => {
      deleted(params.id);
      return HttpResponse.json({ deleted: true });
    }),
  );
  await user.click(screen.getByRole("button", { name: "Delete menu item" }));
  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent(
    "Are you sure you want to delete this menu item? This cannot be undone.",
  );
  expect(deleted).not.toHaveBeenCalled();
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Menu item deleted")).toBeInTheDocument();
  expect(deleted).toHaveBeenCalledExactlyOnceWith(salsa._id);
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent(/^\/admin\/menu$/),
  );
});

it("says so when a menu item could not be deleted", async () => {
  const { user } = await openMenuItem();
  server.use(http.delete("*/api/menu-items/:id", () => HttpResponse.error()));
  await user.click(screen.getByRole("button", { name: "Delete menu item" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete menu item")).toBeInTheDocument();
  expect(screen.getByLabelText("Name")).toHaveValue("Carnitas taco");
});

it("lets a superadmin choose the truck of a new menu item", async () => {
  signInAs("superadmin");
  serve();
  const other = aStaffTruck({ _id: "9".repeat(24), name: "Noodle Bar", slug: "noodle-bar" });
  server.use(http.get("*/api/trucks", () => HttpResponse.json([TRUCK, other])));
  const sent = storeItems();
  const { user } = renderApp(`/admin/menu/new?truck=${other._id}`);
  await user.type(await screen.findByLabelText("Name"), "Ramen");
  expect(screen.getByLabelText("Food truck")).toHaveDisplayValue("Noodle Bar");
  await user.selectOptions(screen.getByLabelText("Food truck"), TRUCK.name);
  expect(screen.getByLabelText("Name")).toHaveValue("Ramen");
  await user.type(screen.getByLabelText("Price"), "11");
  await save(user);
  await screen.findByText("Ramen is on the menu");
  expect(sent[0]?.body).toMatchObject({ name: "Ramen", truckId: TRUCK._id });
});

it("restricts an account without a truck", async () => {
  signInAs("truckless");
  serve();
  renderApp("/admin/menu/new");
  expect(await screen.findByRole("heading", { name: /^Access Restricted/ })).toBeInTheDocument();
  expect(screen.queryByLabelText("Name")).not.toBeInTheDocument();
});

it("restricts another truck's menu item", async () => {
  signInAs("admin");
  serve();
  server.use(http.get("*/api/menu-items/:id", () => HttpResponse.json(aMenuItem())));
  renderApp("/admin/menu/edit/aaaaaaaaaaaaaaaaaaaaaaaa");
  expect(
    await screen.findByText("This menu item belongs to another food truck."),
  ).toBeInTheDocument();
  expect(screen.queryByLabelText("Name")).not.toBeInTheDocument();
});

it("says so when there is no such menu item", async () => {
  signInAs("admin");
  serve();
  server.use(
    http.get("*/api/menu-items/:id", () =>
      HttpResponse.json({ error: "Nothing was found here.", code: "not_found" }, { status: 404 }),
    ),
  );
  renderApp("/admin/menu/edit/bbbbbbbbbbbbbbbbbbbbbbbb");
  expect(await screen.findByRole("heading", { name: "Menu item not found" })).toBeInTheDocument();
});
