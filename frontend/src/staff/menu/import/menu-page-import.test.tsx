import { File as NodeFile } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MenuImport, MenuImportItem } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { listedNames, rowOf, serveMenu, TRUCK, taco, toasts } from "@/test/staff/menu-page-harness";
import { aStaffMenuItem, signInAs } from "@/test/staff/staff";

const PLAN: MenuImport = {
  rows: 3,
  added: 1,
  changed: 1,
  unchanged: 1,
  applied: false,
  changes: [
    {
      row: 2,
      kind: "changed",
      name: "Wet Burrito",
      details: [],
      differences: [{ field: "basePrice", before: 11.5, after: 12 }],
    },
    { row: 4, kind: "added", name: "Mole fries", details: [], item: anItem("Mole fries") },
  ],
  problems: [],
};
const ASKING: MenuImport = {
  ...PLAN,
  added: 0,
  changed: 0,
  changes: [],
  questions: [
    {
      row: 2,
      name: "Elote",
      sameAsRow: null,
      choice: null,
      item: anItem("Elote"),
      differences: [{ field: "basePrice", before: 5, after: 6 }],
    },
    {
      row: 4,
      name: "Flan",
      sameAsRow: 3,
      choice: null,
      item: anItem("Flan"),
      differences: [],
    },
  ],
};

function anItem(name: string): MenuImportItem {
  const small = { name: "Small", additionalPrice: 0, isAvailable: true };
  const large = { name: "Large", additionalPrice: 2, isAvailable: false };
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
    optionGroups: [{ name: "Size", minSelect: 1, maxSelect: 1, options: [small, large] }],
  };
}

const REFUSED: MenuImport = {
  ...PLAN,
  added: 0,
  changed: 0,
  changes: [],
  problems: [
    { row: 2, column: "price", message: "Enter a price from 0 to 999.99." },
    { row: 4, column: "name", message: "A name is needed." },
  ],
};

interface Call {
  truckId: string | null;
  text: string;
  confirm: string | null;
  choices: string | null;
}

/** Answers each call with the next of the answers; keeps what was sent. */
function serveImport(...answers: (() => Response)[]): Call[] {
  const calls: Call[] = [];
  server.use(
    http.post("*/api/menu-items/import", async ({ request }) => {
      const body = await request.text();
      calls.push({
        truckId: new URL(request.url).searchParams.get("truckId"),
        text: /filename="[^"]*"\r\n(?:.*\r\n)*?\r\n([\s\S]*?)\r\n--/.exec(body)?.[1] ?? "",
        confirm: /name="confirm"\r\n(?:.*\r\n)*?\r\n(.*)\r\n/.exec(body)?.[1] ?? null,
        choices: /name="choices"\r\n(?:.*\r\n)*?\r\n(.*)\r\n/.exec(body)?.[1] ?? null,
      });
      return answers[calls.length - 1]?.() ?? HttpResponse.error();
    }),
  );
  return calls;
}

const answer =
  (report: object, status = 200) =>
  () =>
    HttpResponse.json(report, { status });
const csv = (text = "id,name\n") => new File([text], "menu.csv", { type: "text/csv" });

async function openImport() {
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.click(screen.getByRole("button", { name: "Import CSV" }));
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

it("shows what a file would change, and writes it only after a confirmation", async () => {
  const calls = serveImport(answer(PLAN), answer({ ...PLAN, applied: true }));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv("id,name\n,Mole fries\n"));
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
  expect(drawer.getByText("3 rows read")).toBeInTheDocument();
  expect(drawer.getByText("New menu items (1)")).toBeInTheDocument();
  expect(drawer.getByText("Mole fries")).toBeInTheDocument();
  expect(drawer.getByText("Changed menu items (1)")).toBeInTheDocument();
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
  const text = "id,name\n,Mole fries\n";
  expect(calls).toEqual([{ truckId: TRUCK._id, text, confirm: null, choices: null }]);

  serveMenu([taco, aStaffMenuItem({ _id: "d".repeat(24), name: "Mole fries", position: 1 })]);
  await user.click(drawer.getByRole("button", { name: "Confirm Import" }));
  expect(
    await toasts().findByText("Menu imported: 1 added, 1 changed, and 1 left as it is"),
  ).toBeInTheDocument();
  expect(calls[1]).toEqual({ ...calls[0], confirm: "true", choices: "{}" });
  expect(listedNames()).toEqual(["Carnitas taco", "Mole fries"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("names every bad row and does not let the file be written", async () => {
  serveImport(answer(REFUSED), answer(PLAN));
  const { user, drawer } = await openImport();
  // A workbook can be chosen as well, and the server says what to do with it.
  const workbook = new File(["PK"], "menu.xlsx");
  await user.upload(drawer.getByLabelText("Choose a CSV file"), workbook);
  const table = within(await drawer.findByRole("table", { name: "Problems in the file" }));
  expect(table.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual([
    "Row 2",
    "Row 4",
  ]);
  expect(table.getByText("price")).toBeInTheDocument();
  expect(table.getByText("Enter a price from 0 to 999.99.")).toBeInTheDocument();
  expect(table.getByText("A name is needed.")).toBeInTheDocument();
  expect(drawer.getByRole("alert")).toHaveTextContent("2 problems to correct");
  expect(drawer.getByRole("alert")).toHaveTextContent(/Nothing was written\./);
  expect(drawer.queryByRole("button", { name: "Confirm Import" })).not.toBeInTheDocument();

  await user.click(drawer.getByRole("button", { name: "Choose another file" }));
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  expect(await drawer.findByRole("button", { name: "Confirm Import" })).toBeEnabled();
});

it("asks what a row of a known name does, and sends the answers", async () => {
  const calls = serveImport(answer(ASKING), answer({ ...ASKING, added: 1, changed: 1 }));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  const onMenu = within(await drawer.findByRole("group", { name: /“Elote” is on the menu/ }));
  expect(onMenu.getByText("Price: $5.00 → $6.00")).toBeInTheDocument();
  expect(drawer.getByRole("button", { name: "Confirm Import" })).toBeDisabled();
  await user.click(drawer.getByRole("button", { name: "Change all" }));
  const inFile = within(drawer.getByRole("group", { name: /“Flan” is in row 3 already/ }));
  expect(inFile.getByText("Nothing would change.")).toBeInTheDocument();
  await user.click(inFile.getByRole("radio", { name: "Add another one" }));
  await user.click(drawer.getByRole("button", { name: "Confirm Import" }));
  await waitFor(() => expect(calls[1]?.choices).toBe('{"2":"change","4":"add"}'));
});

it("says problems, notes and the preview in Spanish", async () => {
  speak("es");
  const message = "English";
  const max = { group: "Extras", max: 3, count: 2 };
  const notes = [
    { row: 2, column: "options", message, reason: "import_max_lowered", params: max, group: 1 },
  ];
  const problem = { row: 2, column: "options", message, reason: "too_long", params: { max: 80 } };
  const problems = [{ ...problem, group: 2, option: 1 }];
  serveImport(answer({ ...PLAN, notes }), answer({ ...REFUSED, problems }));
  const { user } = renderApp("/admin/menu");
  await user.click(await screen.findByRole("button", { name: "Importar CSV" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Importar menú" }));
  await user.upload(drawer.getByLabelText("Elige un archivo CSV"), csv());
  expect(await drawer.findByText(/^Fila 2: Grupo 1: “Extras” permite/)).toBeInTheDocument();
  expect(drawer.getByText("Size, elige 1: Small · Large +$2.00 (agotado)")).toBeInTheDocument();
  await user.click(drawer.getByRole("button", { name: "Elegir otro archivo" }));
  await user.upload(drawer.getByLabelText("Elige un archivo CSV"), csv());
  expect(await drawer.findByText(/^Grupo 2, opción 1: Usa .*80/)).toBeInTheDocument();
});

it("takes a dropped file", async () => {
  const calls = serveImport(answer(PLAN));
  const { drawer } = await openImport();
  const zone = drawer.getByText("or drop it here").parentElement as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { files: [csv("dropped")] } });
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
  expect(calls[0]?.text).toBe("dropped");
});

it("says when the file changes nothing", async () => {
  serveImport(answer({ ...PLAN, added: 0, changed: 0, unchanged: 3, changes: [] }));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  expect(await drawer.findByText("Nothing to import")).toBeInTheDocument();
  expect(drawer.queryByRole("button", { name: "Confirm Import" })).not.toBeInTheDocument();
});

it.each([
  ["the server refuses it", answer({ error: "This file is too large." }, 413), /too large/],
  ["nothing answers", () => HttpResponse.error(), /Unable to connect to server/],
  ["a proxy answers with HTML", () => HttpResponse.html("<p>Hm"), /Invalid response from server/],
])("says why a file cannot be checked when %s, and takes another one", async (...row) => {
  const [, failure, sentence] = row;
  serveImport(failure, answer(PLAN));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  const alert = await drawer.findByRole("alert");
  expect(alert).toHaveTextContent("The file could not be imported");
  expect(alert).toHaveTextContent(sentence);
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  expect(await drawer.findByText("Ready to import")).toBeInTheDocument();
});

it("shows the problems that came up between the check and the confirmation", async () => {
  const invalid = { ...REFUSED, error: "The file has errors", code: "import_invalid" };
  serveImport(answer(PLAN), answer(invalid, 400));
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  await user.click(await drawer.findByRole("button", { name: "Confirm Import" }));
  expect(await drawer.findByText("2 problems to correct")).toBeInTheDocument();
});

it("checks the file again when the menu was changed meanwhile, and says so", async () => {
  const changed = { error: "The menu has changed", code: "menu_changed" };
  const calls = serveImport(
    answer(PLAN),
    answer(changed, 409),
    answer({ ...PLAN, added: 0, changes: PLAN.changes.slice(0, 1) }),
  );
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  await user.click(await drawer.findByRole("button", { name: "Confirm Import" }));
  expect(await drawer.findByText(/^The menu was changed meanwhile/)).toBeInTheDocument();
  expect(await drawer.findByText("Changed menu items (1)")).toBeInTheDocument();
  expect(drawer.queryByText("New menu items (1)")).not.toBeInTheDocument();
  expect(calls.map(({ confirm }) => confirm)).toEqual([null, "true", null]);
});

it("keeps the list to confirm when the server could not be reached", async () => {
  const calls = serveImport(answer(PLAN), () => HttpResponse.error());
  const { user, drawer } = await openImport();
  await user.upload(drawer.getByLabelText("Choose a CSV file"), csv());
  await user.click(await drawer.findByRole("button", { name: "Confirm Import" }));
  expect(await drawer.findByRole("alert")).toHaveTextContent(/^Unable to connect to server/);
  expect(drawer.getByRole("button", { name: "Confirm Import" })).toBeEnabled();
  expect(calls).toHaveLength(2);
});

it("downloads the menu as the signed-in user, and says why a download failed", async () => {
  const headers = recordCalls(
    "get",
    "*/api/menu-items/export",
    (request) => request.headers.get("Authorization"),
    () => HttpResponse.json({ error: "The disk is full" }, { status: 503 }),
  );
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await toasts().findByText("The download failed: The disk is full")).toBeInTheDocument();
  expect(headers).toEqual([expect.stringMatching(/^Bearer token-/)]);
});
