import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { OptionSet } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { anOptionSet, aStaffTruck, signInAs } from "@/test/staff/staff";
import "./option-sets-page";

const TACO = { _id: "a".repeat(24), name: "Carnitas taco" };
const BURRITO = { _id: "b".repeat(24), name: "Wet Burrito" };
const USED = anOptionSet({ items: [TACO, BURRITO] });

function open(sets: OptionSet[], path = "/admin/menu/sets") {
  signInAs("admin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/option-sets", () => HttpResponse.json(sets)),
  );
  return renderApp(path);
}

const PLAIN = { maxQuantity: 1, allergens: null, notFor: [] };

function keepSent(path: string, answer: (body: Record<string, unknown>) => HttpResponse<object>) {
  const sent: Record<string, unknown>[] = [];
  const handle = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push(body);
    return answer(body);
  };
  server.use(http.put(path, handle), http.post(path, handle));
  return sent;
}

it("lists the sets with their options and the menu items that use each", async () => {
  open([USED]);
  const row = within(await screen.findByRole("row", { name: /^Salsas/ }));
  expect(row.getByText("Optional: a customer may choose up to 2.")).toBeVisible();
  expect(row.getByText("Verde and Roja +$0.50")).toBeVisible();
  expect(row.getByRole("link", { name: "Wet Burrito" })).toHaveAttribute(
    "href",
    `/admin/menu/edit/${BURRITO._id}`,
  );
});

it("changes a price once for all its menu items, which it names first", async () => {
  const { user } = open([USED]);
  const sent = keepSent("*/api/option-sets/:id", (body) =>
    HttpResponse.json({ ...USED, ...body, version: 2 }),
  );
  await user.click(await screen.findByRole("button", { name: "Edit Salsas" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Salsas" }));
  expect(
    form.getByText(
      "Saving changes Carnitas taco and Wet Burrito. Orders that you already have stay as they are.",
    ),
  ).toBeVisible();
  expect(form.queryByRole("checkbox")).not.toBeInTheDocument();
  const price = form.getAllByLabelText("Extra charge")[1] as HTMLElement;
  await user.clear(price);
  await user.type(price, "0.75");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Salsas is saved for 2 menu items")).toBeVisible();
  expect(sent).toEqual([
    {
      name: "Salsas",
      minSelect: 0,
      maxSelect: 2,
      freeCount: 0,
      options: [
        { _id: "set-verde", name: "Verde", additionalPrice: 0, ...PLAIN },
        { _id: "set-roja", name: "Roja", additionalPrice: 0.75, ...PLAIN },
      ],
      version: 1,
    },
  ]);
});

it("adds a set, and shows what the server refuses at its field", async () => {
  const { user } = open([]);
  const sent = keepSent("*/api/option-sets", () =>
    HttpResponse.json(
      { error: "Too long.", code: "invalid", fields: { "options.0.name": "Too long." } },
      { status: 400 },
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Add option set" }));
  const form = within(await screen.findByRole("dialog", { name: "Add option set" }));
  await user.type(form.getByLabelText("Name"), "Fillings");
  await user.type(form.getByLabelText("Option 1"), "Chicken");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Too long.")).toBeVisible();
  expect(form.getByLabelText("Option 1")).toHaveFocus();
  expect(sent[0]).toMatchObject({ name: "Fillings", options: [{ name: "Chicken" }] });
});

it("shows what a colleague changed meanwhile", async () => {
  const { user } = open([USED], `/admin/menu/sets?set=${USED._id}`);
  const theirs = anOptionSet({ name: "Sauces", version: 2, items: USED.items });
  keepSent("*/api/option-sets/:id", () =>
    HttpResponse.json(
      { error: "Changed.", code: "changed_meanwhile", optionSet: theirs },
      { status: 409 },
    ),
  );
  const form = within(await screen.findByRole("dialog", { name: "Edit Salsas" }));
  await user.type(form.getByLabelText("Name"), "!");
  await user.click(form.getByRole("button", { name: "Save" }));
  const notice = await form.findByRole("region", { name: /^Someone else changed this option set/ });
  expect(within(notice).getByText("Sauces (0 to 2): Verde, Roja +$0.50")).toBeVisible();
});

it("opens the set that a link names, once", async () => {
  const { user } = open([USED], `/admin/menu/sets?truck=${USED.truckId}&set=${USED._id}`);
  const form = within(await screen.findByRole("dialog", { name: "Edit Salsas" }));
  expect(screen.getByLabelText("Address")).toHaveTextContent(
    new RegExp(`/sets\\?truck=${USED.truckId}$`),
  );
  await user.click(form.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("asks before an unused set is deleted", async () => {
  const { user } = open([anOptionSet()]);
  let deleted = "";
  server.use(
    http.delete("*/api/option-sets/:id", ({ params }) => {
      deleted = String(params.id);
      return HttpResponse.json({ deleted: true });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Delete Salsas" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("No menu item uses it. Nothing on the menu changes.")).toBeVisible();
  await user.click(question.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("The option set Salsas is deleted")).toBeVisible();
  expect(deleted).toBe(anOptionSet()._id);
});

it("says where a set is used instead of deleting it", async () => {
  const { user } = open([USED]);
  await user.click(await screen.findByRole("button", { name: "Delete Salsas" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Salsas is still in use" }));
  expect(dialog.getByRole("link", { name: "Carnitas taco" })).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});
