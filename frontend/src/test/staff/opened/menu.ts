import { File as NodeFile } from "node:buffer";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { server } from "@/test/server";
import { dialog, type Opened, press, pressing, question, words } from "@/test/staff/opened/opened";
import { ITEM } from "@/test/staff/staff-backend";

const PROBLEM = {
  _id: "0.2:price",
  kind: "problem",
  code: "import_price_required",
  message: "Enter a price.",
  row: 2,
  name: "Mole fries",
  field: "price",
  isText: true,
  choices: ["leave_out"],
};

export const MENU_SCREENS: Opened[] = [
  {
    name: "the question before a menu item is deleted",
    path: "/admin/menu",
    open: pressing(`Delete ${ITEM.name}`),
    shown: question,
  },
  {
    name: "the import of a menu",
    path: "/admin/menu",
    open: pressing("Import menu"),
    shown: dialog("Import menu"),
  },
  {
    name: "the questions of an import",
    path: "/admin/menu",
    open: (user) => importMenu(user, [PROBLEM]),
    shown: words("1 question first"),
  },
  {
    name: "what an import will change",
    path: "/admin/menu",
    open: (user) => importMenu(user, []),
    shown: () => screen.findByRole("button", { name: "Confirm import" }),
  },
  {
    name: "the menu while it is put in order",
    path: "/admin/menu",
    open: pressing("Reorder menu"),
    shown: () => screen.findByRole("button", { name: /^Move .* down/ }),
  },
  {
    name: "the places behind More",
    path: "/admin/menu",
    open: pressing("More"),
    shown: dialog("More"),
  },
  {
    name: "a menu item with mistakes",
    path: "/admin/menu/new",
    open: async (user) => {
      await press(user, "Add option group");
      await press(user, "Save");
    },
    shown: words("Say what is chosen here, such as Size"),
  },
  {
    name: "an option set in its form",
    path: "/admin/menu/sets",
    open: pressing(/^Edit /),
    shown: dialog("Edit Salsas"),
  },
  {
    name: "the option sets that a menu item may use",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: pressing("Use a set…"),
    shown: dialog("Use an option set"),
  },
  {
    name: "the question before changes are left",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: async (user) => {
      await user.type(await screen.findByLabelText("Description"), "!");
      await press(user, "Cancel");
    },
    shown: question,
  },
  {
    name: "a change that met a colleague's",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: async (user) => {
      const item = { ...ITEM, version: 2, description: "Theirs" };
      const code = "changed_meanwhile";
      server.use(
        http.put("*/api/menu-items/:id", () =>
          HttpResponse.json({ error: "Changed.", code, item }, { status: 409 }),
        ),
      );
      await user.type(await screen.findByLabelText("Description"), "!");
      await press(user, "Save");
    },
    shown: () => screen.findByRole("region", { name: /^Someone else changed/ }),
  },
  {
    name: "the question before the opened menu item is deleted",
    path: `/admin/menu/edit/${ITEM._id}`,
    open: pressing(/^Delete/),
    shown: question,
  },
];

async function importMenu(user: UserEvent, questions: object[]): Promise<void> {
  const changes = [{ file: "menu.csv", row: 2, kind: "added", name: "Mole fries" }];
  const preview = { rows: 1, added: 1, changed: 0, unchanged: 0, changes };
  const state = questions.length > 0 ? "questions" : "preview";
  const report = { _id: "1", shape: null, files: ["menu.csv"], problems: [], leftOut: [] };
  server.use(
    http.post("*/api/menu-imports", () =>
      HttpResponse.json({ ...report, state, preview, questions }, { status: 201 }),
    ),
  );
  // The form of jsdom cannot be sent by Node's fetch; Node's own can.
  const form = await new Response(new URLSearchParams()).formData();
  vi.stubGlobal("FormData", form.constructor);
  vi.stubGlobal("File", NodeFile);
  await press(user, "Import menu");
  const file = new File(["id,name\n"], "menu.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText("Choose files"), file);
}
