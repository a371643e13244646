import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http, type RequestHandler } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { anEditedItem, salsa, save, serve, storeItems } from "@/test/staff/menu-item-form-harness";
import { anOptionSet, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./menu-item-form-page";

const PLAIN = { maxQuantity: 1, allergens: null, notFor: [] };

const SET = anOptionSet({ items: [{ _id: "b".repeat(24), name: "Wet Burrito" }] });
const [salsaGroup] = salsa.optionGroups;
const linked = anEditedItem({
  name: "Carnitas taco",
  optionGroups: salsaGroup ? [{ ...salsaGroup, setId: SET._id }] : [],
});
const other = anEditedItem({ ...salsa, _id: "b".repeat(24), name: "Wet Burrito" });

async function open(item = anEditedItem(), ...answers: RequestHandler[]) {
  signInAs("admin");
  serve(item, [item, other], [SET]);
  server.use(...answers);
  const opened = renderApp(`/admin/menu/edit/${item._id}`);
  await screen.findByLabelText("Name");
  return opened;
}

it("uses a set: it is shown to read, and sent by its name", async () => {
  const { user } = await open();
  const sent = storeItems();
  await user.click(screen.getByRole("button", { name: "Use a set…" }));
  const choice = within(await screen.findByRole("dialog", { name: "Use an option set" }));
  expect(choice.getByText("Used by 1 menu item")).toBeVisible();
  await user.click(choice.getByRole("button", { name: "Use Salsas" }));
  expect(await screen.findByRole("heading", { name: "Salsas" })).toBeVisible();
  expect(screen.getByText("Roja +$0.50")).toBeVisible();
  expect(screen.queryByLabelText("Option 1")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Edit the set" })).toHaveAttribute(
    "href",
    `/admin/menu/sets?truck=${linked.truckId}&set=${SET._id}`,
  );
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent[0]?.body.optionGroups).toMatchObject([{ setId: SET._id }]);
});

it("copies a group of another menu item as its own", async () => {
  const { user } = await open();
  const sent = storeItems();
  await user.click(screen.getByRole("button", { name: "Copy from…" }));
  const choice = within(await screen.findByRole("dialog", { name: "Copy from another menu item" }));
  await user.type(await choice.findByLabelText("Search menu item or group"), "salsá wet");
  expect(choice.queryByRole("button", { name: "Copy Size" })).not.toBeInTheDocument();
  await user.click(choice.getByRole("button", { name: "Copy Salsa" }));
  expect(await screen.findByLabelText("Option 1")).toHaveValue("Verde");
  await save(user);
  await screen.findByText(/ saved$/);
  expect(sent[0]?.body.optionGroups).toEqual([
    {
      name: "Salsa",
      minSelect: 0,
      maxSelect: 2,
      freeCount: 0,
      options: [
        { name: "Verde", additionalPrice: 0, isAvailable: true, ...PLAIN },
        { name: "Roja", additionalPrice: 0.5, isAvailable: true, ...PLAIN },
        { name: "Habanero", additionalPrice: 0, isAvailable: true, ...PLAIN },
      ],
    },
  ]);
});

it("makes a linked group the menu item's own", async () => {
  const { user } = await open(linked);
  const sent = storeItems();
  await user.click(screen.getByRole("button", { name: "Stop sharing" }));
  await waitFor(() => expect(screen.getByLabelText("Group")).toHaveFocus());
  await save(user);
  await screen.findByText("Carnitas taco saved");
  expect(sent[0]?.body.optionGroups).toMatchObject([
    { _id: salsaGroup?._id, setId: null, options: [{ _id: "option-Verde" }, {}, {}] },
  ]);
});

it("shares a group as a set, which the menu item then uses", async () => {
  const { user } = await open(salsa);
  const sent = storeItems();
  const created: unknown[] = [];
  server.use(
    http.post("*/api/option-sets", async ({ request }) => {
      created.push(await request.json());
      return HttpResponse.json(anOptionSet({ _id: "6".repeat(24), name: "Salsa" }));
    }),
  );
  await user.click(screen.getByRole("button", { name: "Share as a set: Salsa" }));
  expect(await screen.findByText(/^Salsa is an option set now/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Salsa" })).toHaveFocus());
  expect(created).toMatchObject([
    { name: "Salsa", minSelect: 0, maxSelect: 2, options: [{}, {}, {}] },
  ]);
  await save(user);
  await screen.findByText("Carnitas taco saved");
  expect(sent[0]?.body.optionGroups).toMatchObject([
    { _id: salsaGroup?._id, setId: "6".repeat(24) },
    { name: "Size" },
  ]);
});

it("offers a set until a group uses it, and again once none does", async () => {
  const { user } = await open(linked);
  const set = anOptionSet({ _id: "6".repeat(24), name: "Salsa" });
  server.use(http.post("*/api/option-sets", () => HttpResponse.json(set)));
  const openChoice = async () => {
    await user.click(screen.getByRole("button", { name: "Use a set…" }));
    return within(await screen.findByRole("dialog", { name: "Use an option set" }));
  };
  await user.click(screen.getByRole("button", { name: "Stop sharing" }));
  let choice = await openChoice();
  expect(choice.getByRole("button", { name: "Use Salsas" })).toBeVisible();
  await user.click(choice.getByRole("button", { name: /^Close/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  server.use(http.get("*/api/option-sets", () => HttpResponse.json([SET, set])));
  await user.click(screen.getByRole("button", { name: "Share as a set: Salsa" }));
  await screen.findByText(/^Salsa is an option set now/);
  choice = await openChoice();
  expect(choice.getByRole("button", { name: "Use Salsas" })).toBeVisible();
  expect(choice.queryByRole("button", { name: "Use Salsa" })).not.toBeInTheDocument();
});

it("says that the sets could not be read instead of that there are none", async () => {
  const { user } = await open(
    linked,
    http.get("*/api/option-sets", () => HttpResponse.json({ error: "Down." }, { status: 500 })),
  );
  expect(screen.getByText("An option set.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Use a set…" }));
  const choice = within(await screen.findByRole("dialog", { name: "Use an option set" }));
  expect(await choice.findByText("Failed to load the option sets")).toBeVisible();
  expect(choice.queryByText("There is no other option set")).not.toBeInTheDocument();
  server.use(http.get("*/api/option-sets", () => HttpResponse.json([SET])));
  await user.click(choice.getByRole("button", { name: "Try again" }));
  expect(await choice.findByText("There is no other option set")).toBeVisible();
  expect(screen.getByText("An option set, used by 1 menu item.")).toBeInTheDocument();
});

it("adds a group after a failed save without errors in it", async () => {
  const { user } = await open();
  await user.clear(screen.getByLabelText("Name"));
  await save(user);
  await screen.findByText("Enter the name of the menu item");
  await user.click(screen.getByRole("button", { name: "Add option group" }));
  await waitFor(() => expect(screen.getByLabelText("Group")).toHaveFocus());
  expect(screen.queryByText("Say what is chosen here, such as Size")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Group")).not.toBeInvalid();
  await user.type(screen.getByLabelText("Group"), "Size");
  expect(screen.queryByText("Say what can be chosen")).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Option 1"), "Small");
  await user.click(screen.getByRole("button", { name: "Add option to Size" }));
  expect(screen.queryByText("Say what can be chosen")).not.toBeInTheDocument();
});
