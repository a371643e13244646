import { File as NodeFile } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MenuImport, MenuImportItem } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { speak } from "@/test/speak";
import { listedNames, rowOf, serveMenu, TRUCK, taco, toasts } from "@/test/staff/menu-page-harness";
import { aStaffMenuItem, signInAs } from "@/test/staff/staff";

const PLAN: MenuImport = {
  _id: "1".repeat(24),
  truckId: TRUCK._id,
  state: "preview",
  shape: "square",
  files: ["menu.csv"],
  questions: [],
  problems: [],
  leftOut: [],
  preview: {
    rows: 3,
    added: 1,
    changed: 1,
    unchanged: 1,
    changes: [
      {
        file: "menu.csv",
        row: 2,
        kind: "changed",
        name: "Wet Burrito",
        differences: [{ field: "basePrice", before: 11.5, after: 12 }],
      },
      {
        file: "menu.csv",
        row: 4,
        kind: "added",
        name: "Mole fries",
        item: anItem("Mole fries"),
      },
    ],
  },
  createdAt: "2026-06-01T12:00:00Z",
};
const ABOUT = {
  file: "menu.csv",
  code: "import_name_unanswered",
  message: "There is one.",
  field: "",
  value: "",
  suggestion: "",
  isText: false,
  isRequired: true,
} as const;
const ASKING: MenuImport = {
  ...PLAN,
  state: "questions",
  preview: { ...PLAN.preview, added: 0, changed: 0, changes: [] },
  questions: [
    {
      ...ABOUT,
      _id: "0.2:same",
      kind: "same_name",
      row: 2,
      name: "Elote",
      choices: ["change", "add", "leave_out"],
      item: anItem("Elote"),
      differences: [{ field: "basePrice", before: 5, after: 6 }],
    },
    {
      ...ABOUT,
      _id: "0.4:same",
      kind: "same_name",
      row: 4,
      name: "Flan",
      sameAsRow: 3,
      choices: ["change", "add", "leave_out"],
      item: anItem("Flan"),
      differences: [],
    },
    {
      ...ABOUT,
      _id: "0.5:price",
      kind: "problem",
      code: "import_price_comma",
      message: "“8,50” has a comma.",
      params: { words: "8,50" },
      row: 5,
      name: "Horchata",
      field: "price",
      value: "8,50",
      isText: true,
      choices: ["leave_out"],
    },
  ],
};

function anItem(name: string): MenuImportItem {
  const small = { name: "Small", additionalPrice: 0, isAvailable: true, maxQuantity: 1 };
  const large = { name: "Large", additionalPrice: 2, isAvailable: false, maxQuantity: 1 };
  const size = { name: "Size", minSelect: 1, maxSelect: 1, freeCount: 0, options: [small, large] };
  return {
    name,
    description: "With mole",
    category: "Food",
    section: "Sides",
    basePrice: 8.5,
    isAvailable: false,
    imageUrl: null,
    position: null,
    prepUnits: 1,
    taxClass: "standard",
    translations: "",
    optionGroups: [size],
  };
}

const FAILED: MenuImport = {
  ...PLAN,
  state: "failed",
  shape: null,
  problems: [
    { file: "menu.csv", row: 0, code: "import_file_empty", message: "This file is empty." },
  ],
};

interface Call {
  step: string;
  body: string;
}

/** Answers each call with the next of the answers; keeps what was sent. */
function serveImport(...answers: (() => Response)[]): Call[] {
  const calls: Call[] = [];
  server.use(
    http.get("*/api/menu-imports", () => HttpResponse.json(LAST)),
    http.post("*/api/menu-imports", ({ request }) => take("read", request)),
    http.post("*/api/menu-imports/:id/:step", ({ request, params }) =>
      take(String(params.step), request),
    ),
  );
  const take = async (step: string, request: Request) => {
    calls.push({ step, body: await request.text() });
    return answers[calls.length - 1]?.() ?? HttpResponse.error();
  };
  return calls;
}

const LAST = [
  {
    _id: "2".repeat(24),
    state: "confirmed",
    files: ["old.xlsx"],
    added: 2,
    changed: 0,
    confirmedAt: "2026-06-01T11:00:00Z",
    undoUntil: "2026-06-02T11:00:00Z",
  },
];
const answer =
  (report: object, status = 200) =>
  () =>
    HttpResponse.json(report, { status });
const csv = (text = "id,name\n", name = "menu.csv") => new File([text], name);

async function openImport() {
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.click(screen.getByRole("button", { name: "Import menu" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Import menu" }));
  return { user, drawer };
}

afterEach(() => speak("en"));

beforeEach(async () => {
  // The form of this browser's stand-in cannot be sent by Node's fetch; Node's own can.
  const form = await new Response(new URLSearchParams()).formData();
  vi.stubGlobal("FormData", form.constructor);
  vi.stubGlobal("File", NodeFile);
  signInAs("admin");
  serveMenu();
});

it("shows what files would change, and writes it only after a confirmation", async () => {
  const calls = serveImport(answer(PLAN, 201), answer({ ...PLAN, state: "confirmed" }));
  const { user, drawer } = await openImport();
  const files = [csv("id,name\n,Mole fries\n"), csv("more", "sets.xlsx")];
  await user.upload(drawer.getByLabelText("Choose files"), files);
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
  expect(drawer.getByText("3 rows read, from Square")).toBeInTheDocument();
  expect(drawer.getByText("New menu items (1)")).toBeInTheDocument();
  expect(drawer.getByText("Price: $11.50 → $12.00")).toBeInTheDocument();
  const added = drawer.getByText("Mole fries").closest("li");
  expect([...(added?.children ?? [])].map((line) => line.textContent)).toEqual([
    "Mole fries",
    "Row 4",
    "Price: $8.50",
    "Category: Food",
    "Section: Sides",
    "Description: With mole",
    "Sold out",
    "No image",
    "Size, choose 1: Small · Large +$2.00 (sold out)",
  ]);
  for (const part of ['filename="menu.csv"', ",Mole fries", 'filename="sets.xlsx"', TRUCK._id])
    expect(calls[0]?.body).toContain(part);

  serveMenu([taco, aStaffMenuItem({ _id: "d".repeat(24), name: "Mole fries", position: 1 })]);
  await user.click(drawer.getByRole("button", { name: "Confirm import" }));
  expect(
    await toasts().findByText(/^Menu imported: 1 added, 1 changed, and 1 left as it is/),
  ).toBeInTheDocument();
  expect(calls.map(({ step }) => step)).toEqual(["read", "confirm"]);
  expect(listedNames()).toEqual(["Carnitas taco", "Mole fries"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("asks which of several sheets is the menu", async () => {
  const sheet = {
    _id: "sheets",
    kind: "sheet" as const,
    code: "import_which_sheet",
    message: "Several sheets may be the menu. Which one is it?",
    choices: ["0", "2", "all_sheets"],
    columns: ["Food", "Drinks"].map((title, at) => ({ value: String(2 * at), title })),
    rows: [["Item", "Cost"], ["Drink"]],
  };
  const calls = serveImport(
    answer({ ...PLAN, state: "questions", shape: "table", questions: [sheet] }, 201),
    answer(FAILED),
  );
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  const asked = within(await drawer.findByRole("group", { name: /Which one is it/ }));
  expect(drawer.getByText("3 rows read")).toBeInTheDocument();
  expect(asked.getByRole("radio", { name: "Food (Item and Cost)" })).toBeInTheDocument();
  expect(asked.getByRole("radio", { name: /^All of them/ })).toBeInTheDocument();
  await user.click(asked.getByRole("radio", { name: "Drinks (Drink)" }));
  await user.click(drawer.getByRole("button", { name: "Continue" }));
  await drawer.findByRole("alert");
  expect(calls[1]?.body).toBe('{"answers":{"sheets":"2"}}');
  expect(drawer.queryByText(/rows? read/)).not.toBeInTheDocument();
});

it("asks before it shows anything as certain, and sends the answers", async () => {
  const calls = serveImport(answer(ASKING, 201), answer(PLAN));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  const onMenu = within(await drawer.findByRole("group", { name: /“Elote” is on the menu/ }));
  expect(onMenu.getByText("Price: $5.00 → $6.00")).toBeInTheDocument();
  await user.click(drawer.getByRole("button", { name: "Change all" }));
  const inFile = within(drawer.getByRole("group", { name: /“Flan” is in row 3 already/ }));
  expect(inFile.getByText("Nothing would change.")).toBeInTheDocument();
  await user.click(inFile.getByRole("radio", { name: "Leave this menu item out" }));
  expect(drawer.getByRole("button", { name: "Continue" })).toBeDisabled();
  const price = within(drawer.getByRole("group", { name: /^Horchata: Price/ }));
  await user.click(price.getByRole("radio", { name: "Correct it" }));
  const field = price.getByRole("textbox", { name: "Price" });
  expect(field).toHaveValue("8,50");
  await user.clear(field);
  await user.type(field, "8.50");
  await user.click(drawer.getByRole("button", { name: "Continue" }));
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
  expect(JSON.parse(calls[1]?.body ?? "")).toEqual({
    answers: { "0.2:same": "change", "0.4:same": "leave_out", "0.5:price": "8.50" },
  });
});

it("asks which column of an unknown table is which", async () => {
  const column = {
    ...ABOUT,
    code: "import_which_column",
    kind: "column",
    columns: [
      { value: "A", title: "Artículo" },
      { value: "B", title: "Importe" },
    ],
    rows: [["Pan", "8,50"]],
  };
  const questions = [
    { ...column, _id: "0:column:name", field: "name", suggestion: "A" },
    { ...column, _id: "0:column:image", field: "image", isRequired: false },
  ];
  const calls = serveImport(answer({ ...ASKING, shape: "table", questions }, 201), answer(PLAN));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  expect(await drawer.findByRole("cell", { name: "Pan" })).toBeInTheDocument();
  const name = drawer.getByRole("combobox", { name: "Which column is this: Name?" });
  expect(drawer.getByRole("button", { name: "Continue" })).toBeDisabled();
  await user.selectOptions(name, "Artículo (likely)");
  await user.click(drawer.getByRole("button", { name: "Continue" }));
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
  expect(JSON.parse(calls[1]?.body ?? "")).toEqual({ answers: { "0:column:name": "A" } });
});

it("undoes an import of the last day, and names what was edited since", async () => {
  const edited = { error: "Edited.", code: "import_edited", items: ["Elote", "Taco"] };
  const calls = serveImport(answer(edited, 409), answer({ ...PLAN, state: "undone" }));
  const { user, drawer } = await openImport();
  await user.click(await drawer.findByRole("button", { name: "Undo" }));
  expect(await drawer.findByText(/cannot be undone: Elote and Taco\.$/)).toBeInTheDocument();
  expect(drawer.queryByText(/could not be imported/)).not.toBeInTheDocument();
  expect(drawer.getByText("old.xlsx: 2 added")).toBeInTheDocument();
  await user.click(drawer.getByRole("button", { name: "Undo" }));
  expect(await toasts().findByText("The import was undone.")).toBeInTheDocument();
  expect(calls.map(({ step }) => step)).toEqual(["undo", "undo"]);
});

it("says why files cannot be imported, in Spanish", async () => {
  speak("es");
  const message = "English";
  const leftOut = [
    {
      code: "import_column_left_out",
      message,
      params: { column: "SKU" },
      file: "",
      row: 1,
      name: "",
    },
  ];
  serveImport(answer({ ...FAILED, leftOut }, 201));
  const { user } = renderApp("/admin/menu");
  await user.click(await screen.findByRole("button", { name: "Importar menú" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Importar menú" }));
  await user.upload(drawer.getByLabelText("Elegir archivos"), csv());
  const alert = await drawer.findByRole("alert");
  expect(alert).toHaveTextContent("No se pudieron importar estos archivos");
  expect(alert).toHaveTextContent("Este archivo está vacío.");
  expect(drawer.getByText(/^Fila 1: .*SKU/)).toBeInTheDocument();
});

it("takes dropped files", async () => {
  const calls = serveImport(answer(PLAN, 201));
  const { drawer } = await openImport();
  const zone = drawer.getByText("or drop them here").parentElement as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { files: [csv("dropped")] } });
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
  expect(calls[0]?.body).toContain("dropped");
});

it("says when the files change nothing", async () => {
  const preview = { ...PLAN.preview, added: 0, changed: 0, unchanged: 3, changes: [] };
  serveImport(answer({ ...PLAN, preview }, 201));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  expect(await drawer.findByText("Nothing to import")).toBeInTheDocument();
  expect(drawer.queryByRole("button", { name: "Confirm import" })).not.toBeInTheDocument();
});

it.each([
  ["the server refuses it", answer({ error: "This file is too large." }, 413), /too large/],
  ["nothing answers", () => HttpResponse.error(), /Unable to connect to server/],
  ["a proxy answers with HTML", () => HttpResponse.html("<p>Hm"), /Invalid response from server/],
])("says why files cannot be read when %s, and takes other ones", async (...row) => {
  const [, failure, sentence] = row;
  serveImport(failure, answer(PLAN, 201));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  const alert = await drawer.findByRole("alert");
  expect(alert).toHaveTextContent("These files could not be imported");
  expect(alert).toHaveTextContent(sentence);
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
});

it("shows what the menu of this moment makes of the files when it was changed meanwhile", async () => {
  const changed = { error: "The menu has changed", code: "menu_changed", menuImport: ASKING };
  serveImport(answer(PLAN, 201), answer(changed, 409));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  await user.click(await drawer.findByRole("button", { name: "Confirm import" }));
  expect(await drawer.findByText(/^The menu was changed meanwhile/)).toBeInTheDocument();
  expect(drawer.getByRole("group", { name: /“Elote” is on the menu/ })).toBeInTheDocument();
});

it("keeps the list to confirm when the server could not be reached", async () => {
  const calls = serveImport(answer(PLAN, 201), () => HttpResponse.error());
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose files"), csv());
  await user.click(await drawer.findByRole("button", { name: "Confirm import" }));
  expect(await drawer.findByRole("alert")).toHaveTextContent(/^Unable to connect to server/);
  expect(drawer.getByRole("button", { name: "Confirm import" })).toBeEnabled();
  expect(calls).toHaveLength(2);
});
