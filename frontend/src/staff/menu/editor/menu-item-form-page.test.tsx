import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { keyOf, recordCalls, server } from "@/test/server";
import {
  anEditedItem,
  openMenuItem,
  salsa,
  save,
  serve,
  storeItems,
  TRUCK,
} from "@/test/staff/menu-item-form-harness";
import { signInAs } from "@/test/staff/staff";
import "./menu-item-form-page";

const SILENT = { maxQuantity: 1, allergens: null, notFor: [] };
const NO_WORDS = { name: "", description: "", category: "", section: "", options: {} };
const optionNames = () =>
  screen.getAllByLabelText<HTMLInputElement>(/^Option \d$/).map(({ value }) => value);

it("puts a new menu item with options on the menu", async () => {
  signInAs("admin");
  serve();
  const sent = storeItems();
  const { user } = renderApp("/admin/menu/new");
  await user.type(await screen.findByLabelText("Name"), "Birria ramen");
  await user.type(screen.getByLabelText("Price"), "$12.5");
  await user.type(screen.getByLabelText("Section"), "Bowls");
  await user.click(screen.getByRole("button", { name: "Add option group" }));
  await waitFor(() => expect(screen.getByLabelText("Group")).toHaveFocus());
  await user.type(screen.getByLabelText("Group"), "Size");
  expect(screen.getByText("Required: a customer chooses exactly one.")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Option 1"), "Small");
  await user.click(screen.getByRole("button", { name: "Add option to Size" }));
  await user.type(screen.getByLabelText("Option 2"), "Large");
  await user.type(screen.getAllByLabelText("Extra charge")[1] as HTMLElement, "2");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Birria ramen is on the menu")).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent(/^\/admin\/menu$/),
  );
  expect(sent).toEqual([
    {
      key: expect.stringMatching(/^.{16,}$/),
      body: {
        name: "Birria ramen",
        description: "",
        category: "",
        section: "Bowls",
        basePrice: 12.5,
        imageUrl: null,
        isAvailable: true,
        truckId: TRUCK._id,
        optionGroups: [
          {
            name: "Size",
            minSelect: 1,
            maxSelect: 1,
            freeCount: 0,
            options: [
              { name: "Small", additionalPrice: 0, isAvailable: true, ...SILENT },
              { name: "Large", additionalPrice: 2, isAvailable: true, ...SILENT },
            ],
          },
        ],
        prepUnits: 1,
        taxClass: "standard",
        diets: null,
        allergens: null,
        saleTimes: [],
        saleTimesForSection: false,
        translations: { en: NO_WORDS, es: NO_WORDS },
      },
    },
  ]);
});

it("opens a menu item with all there is to it, and sends back what was not touched", async () => {
  const { user } = await openMenuItem();
  const sent = storeItems();
  expect(screen.getByRole("heading", { level: 1, name: "Edit Carnitas taco" })).toBeInTheDocument();
  expect(screen.getByLabelText("Price")).toHaveValue("4.00");
  await user.clear(screen.getByLabelText("Description"));
  await save(user);
  await screen.findByText("Carnitas taco saved");
  const [verde, roja, habanero] = salsa.optionGroups[0]?.options ?? [];
  expect(sent[0]?.body).toMatchObject({
    version: 3,
    description: "",
    basePrice: 4,
    optionGroups: [
      {
        _id: salsa.optionGroups[0]?._id,
        minSelect: 0,
        maxSelect: 2,
        options: [
          { _id: verde?._id, name: "Verde", additionalPrice: 0 },
          { _id: roja?._id, name: "Roja", additionalPrice: 0.5 },
          { _id: habanero?._id, name: "Habanero" },
        ],
      },
      { _id: salsa.optionGroups[1]?._id, name: "Size" },
    ],
  });
});

it("puts options and groups in order by buttons, the focus staying with the button", async () => {
  const { user } = await openMenuItem();
  const sent = storeItems();
  const down = screen.getByRole("button", { name: "Move option Verde down" });
  await user.click(down);
  expect(optionNames()).toEqual(["Roja", "Verde", "Habanero", "Small"]);
  expect(screen.getByText("Verde is now number 2 of 3")).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Move option Verde down" })).toHaveFocus(),
  );
  await user.keyboard("{Enter}{Enter}");
  expect(optionNames()).toEqual(["Roja", "Habanero", "Verde", "Small"]);
  await user.click(screen.getByRole("button", { name: "Move group Size up" }));
  expect(screen.getAllByLabelText<HTMLInputElement>("Group").map(({ value }) => value)).toEqual([
    "Size",
    "Salsa",
  ]);
  await save(user);
  await screen.findByText("Carnitas taco saved");
  expect(sent[0]?.body.optionGroups).toMatchObject([
    { name: "Size" },
    { name: "Salsa", options: [{ name: "Roja" }, { name: "Habanero" }, { name: "Verde" }] },
  ]);
});

it("gives back what was removed, in its place and with its id", async () => {
  const { user } = await openMenuItem();
  const sent = storeItems();
  await user.click(screen.getByRole("button", { name: "Remove option Roja" }));
  expect(optionNames()).toEqual(["Verde", "Habanero", "Small"]);
  await waitFor(() => expect(screen.getByRole("button", { name: "Undo" })).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(optionNames()).toEqual(["Verde", "Roja", "Habanero", "Small"]);
  await user.click(screen.getByRole("button", { name: "Remove group Salsa" }));
  expect(optionNames()).toEqual(["Small"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(optionNames()).toEqual(["Verde", "Roja", "Habanero", "Small"]);
  await user.type(screen.getByLabelText("Section"), "!");
  await save(user);
  await screen.findByText("Carnitas taco saved");
  const roja = salsa.optionGroups[0]?.options[1];
  expect(sent[0]?.body.optionGroups).toMatchObject([
    { options: [{}, { _id: roja?._id, name: "Roja", additionalPrice: 0.5 }, {}] },
    {},
  ]);
});

it("tells in words what a group asks for, and when it cannot be met", async () => {
  const { user } = await openMenuItem();
  expect(screen.getByText("Optional: a customer may choose up to 2.")).toBeInTheDocument();
  const [least] = screen.getAllByLabelText("At least");
  await user.clear(least as HTMLElement);
  await user.type(least as HTMLElement, "2");
  expect(screen.getByText("Required: a customer chooses exactly 2.")).toBeInTheDocument();
  await user.click(screen.getByLabelText("In stock (Verde)"));
  expect(screen.queryByText(/nobody can order the menu item/)).not.toBeInTheDocument();
  await user.click(screen.getByLabelText("In stock (Roja)"));
  expect(screen.getByText(/nobody can order the menu item/)).toBeInTheDocument();
});

it("sends nothing as long as a field is wrong, and goes to the first one", async () => {
  const { user } = await openMenuItem();
  const sent = storeItems();
  await user.clear(screen.getByLabelText("Price"));
  await user.type(screen.getByLabelText("Price"), "4.005");
  await user.clear(screen.getByLabelText("Option 2"));
  const [, most] = screen.getAllByLabelText("At most");
  await user.clear(most as HTMLElement);
  await user.type(most as HTMLElement, "3");
  await save(user);
  const price = screen.getByLabelText("Price");
  await waitFor(() => expect(price).toHaveFocus());
  expect(price).toHaveAccessibleDescription(/from 0 to 9999.99/);
  expect(screen.getByLabelText("Option 2")).toHaveAccessibleDescription("Say what can be chosen");
  expect(most).toHaveAccessibleDescription("There is one option");
  expect(sent).toEqual([]);
});

it("shows the server's sentences at their fields, deep ones too", async () => {
  const { user } = await openMenuItem();
  server.use(
    http.put("*/api/menu-items/:id", () =>
      HttpResponse.json(
        {
          error: "Use at most two decimals.",
          code: "invalid_input",
          fields: {
            "optionGroups.0.options.1.additionalPrice": "Use at most two decimals.",
            "optionGroups.1.name": "Please fill this in.",
          },
        },
        { status: 400 },
      ),
    ),
  );
  await user.type(screen.getByLabelText("Section"), "!");
  await save(user);
  const surcharge = screen.getAllByLabelText("Extra charge")[1] as HTMLElement;
  await waitFor(() => expect(surcharge).toHaveFocus());
  expect(surcharge).toHaveAccessibleDescription("Use at most two decimals.");
  expect(screen.getAllByLabelText("Group")[1]).toHaveAccessibleDescription("Please fill this in.");
  expect(screen.getByLabelText("Section")).toHaveValue("Tacos!");
});

it.each([
  ["nothing answers", () => HttpResponse.error(), true],
  ["a proxy gives up", () => new HttpResponse("<h1>502</h1>", { status: 502 }), true],
  ["the server fails", () => HttpResponse.json({ error: "Oops." }, { status: 500 }), true],
  ["the answer is unreadable", () => new HttpResponse("<h1>Hello</h1>", { status: 200 }), true],
  ["the server refuses", () => HttpResponse.json({ error: "No." }, { status: 409 }), false],
])("uses its key again after %s only if the item may be there", async (_case, answer, isKept) => {
  signInAs("admin");
  serve();
  const { user } = renderApp("/admin/menu/new");
  await user.type(await screen.findByLabelText("Name"), "Elote");
  await user.type(screen.getByLabelText("Price"), "5");
  const keys = recordCalls("post", "*/api/menu-items", keyOf, () => answer());
  await save(user);
  await waitFor(() => expect(keys).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
  const sent = storeItems();
  await save(user);
  await screen.findByText("Elote is on the menu");
  expect(sent[0]?.key === keys[0]).toBe(isKept);
});

it("says so when nothing answers, keeps everything, and repeats under the same key", async () => {
  signInAs("admin");
  serve();
  const { user } = renderApp("/admin/menu/new");
  await user.type(await screen.findByLabelText("Name"), "Elote");
  await user.type(screen.getByLabelText("Price"), "5");
  const keys = recordCalls("post", "*/api/menu-items", keyOf, () => HttpResponse.error());
  await save(user);
  expect(await screen.findByText(/^Unable to connect to server/)).toBeInTheDocument();
  expect(screen.getByLabelText("Name")).toHaveValue("Elote");
  const sent = storeItems();
  await save(user);
  await screen.findByText("Elote is on the menu");
  expect(sent.map(({ key }) => key)).toEqual(keys);
});

describe("when a colleague was faster", () => {
  const theirs = anEditedItem({ ...salsa, basePrice: 4.5, section: "Street tacos", version: 4 });

  async function meetTheirs() {
    const opened = await openMenuItem();
    const versions: unknown[] = [];
    server.use(
      http.put("*/api/menu-items/:id", async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        versions.push(body.version);
        if (body.version === theirs.version) return HttpResponse.json({ ...theirs, ...body });
        const error = "A colleague has changed this item.";
        return HttpResponse.json(
          { error, code: "changed_meanwhile", item: theirs },
          { status: 409 },
        );
      }),
    );
    await opened.user.clear(screen.getByLabelText("Price"));
    await opened.user.type(screen.getByLabelText("Price"), "6");
    await opened.user.type(screen.getByLabelText("Description"), " And slow.");
    await save(opened.user);
    const notice = await screen.findByRole("region", {
      name: /^Someone else changed this menu item/,
    });
    return { ...opened, notice, versions };
  }

  it("shows what changed, and keeps mine on top of it", async () => {
    const { user, notice, versions } = await meetTheirs();
    await waitFor(() => expect(notice).toHaveFocus());
    expect(notice).toHaveTextContent("PriceBefore$4.00Theirs$4.50Yours$6.00");
    expect(notice).toHaveTextContent("SectionBeforeTacosTheirsStreet tacos");
    await user.click(within(notice).getByRole("button", { name: "Keep editing mine" }));
    expect(screen.getByLabelText("Price")).toHaveValue("6.00");
    expect(screen.getByLabelText("Section")).toHaveValue("Street tacos");
    expect(screen.getByLabelText("Description")).toHaveValue("Braised overnight. And slow.");
    await save(user);
    await screen.findByText("Carnitas taco saved");
    expect(versions).toEqual([3, 4]);
  });

  it("takes theirs and drops mine when asked to", async () => {
    const { user, notice } = await meetTheirs();
    await user.click(within(notice).getByRole("button", { name: "Take theirs" }));
    expect(screen.getByLabelText("Price")).toHaveValue("4.50");
    expect(screen.getByLabelText("Description")).toHaveValue("Braised overnight.");
    expect(screen.queryByText("Not saved yet")).not.toBeInTheDocument();
  });
});

it("shows the card as customers will see it, options to try included", async () => {
  const { user } = await openMenuItem();
  const preview = screen.getByRole("region", { name: "As customers see it" });
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Al pastor");
  expect(within(preview).getByText("Al pastor")).toBeInTheDocument();
  await user.click(within(preview).getByRole("button", { name: "Try the options" }));
  const dialog = await screen.findByRole("dialog", { name: "Al pastor" });
  expect(within(dialog).getByRole("checkbox", { name: /Roja/ })).toBeInTheDocument();
  expect(within(dialog).getByText("+$0.50")).toBeInTheDocument();
});

it("suggests the categories and sections that the menu has already", async () => {
  signInAs("admin");
  serve(anEditedItem(), [anEditedItem(), anEditedItem({ section: "Bowls", category: "" })]);
  renderApp("/admin/menu/new");
  const section = await screen.findByLabelText<HTMLInputElement>("Section");
  await waitFor(() =>
    expect([...(section.list?.options ?? [])].map(({ value }) => value)).toEqual([
      "Bowls",
      "Tacos",
    ]),
  );
});
