import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { messages as m } from "@/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffMenuItem, aStaffTruck, aUser, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "./routes";
import "@/staff/menu/editor/menu-item-form-page";
import "@/staff/profile/profile-page-and-alert-devices";
import "@/staff/trucks/form/truck-form-page";
import "@/staff/team/users-page";

const TRUCK = aStaffTruck();
const ITEM = aStaffMenuItem({ truckId: TRUCK._id });
const ADMIN = aUser({ _id: "1".repeat(24), name: "Marisol", truckId: TRUCK._id });

type User = ReturnType<typeof renderApp>["user"];

interface SaveForm {
  name: string;
  role: "admin" | "superadmin";
  path: string;
  /** The text field that the test changes. */
  field: string;
  save: string;
  method: "put" | "patch";
  call: string;
  /** What stands in front of the server's sentence. */
  prefix: string;
  answer: (body: object) => object;
  saved: string;
  open?: (user: User) => Promise<void>;
}

const FORMS: SaveForm[] = [
  {
    name: "a menu item",
    role: "admin",
    path: `/admin/menu/edit/${ITEM._id}`,
    field: "Description",
    save: "Save",
    method: "put",
    call: "*/api/menu-items/:id",
    prefix: "",
    answer: (body) => ({ ...ITEM, ...body, version: 2 }),
    saved: "Carnitas taco saved",
  },
  {
    name: "a truck",
    role: "superadmin",
    path: `/admin/trucks/edit/${TRUCK._id}`,
    field: "City",
    save: "Save",
    method: "put",
    call: "*/api/trucks/:id",
    prefix: "",
    answer: (body) => ({ ...TRUCK, ...body, version: 2 }),
    saved: "Spicy Burritos saved",
  },
  {
    name: "one's own name",
    role: "admin",
    path: "/admin/profile",
    field: "Name",
    save: "Save name",
    method: "put",
    call: "*/api/auth/profile",
    prefix: "Failed to save your profile: ",
    answer: (body) => ({ user: { ...ADMIN, ...body } }),
    saved: "Your name is saved",
  },
  {
    name: "a staff account",
    role: "superadmin",
    path: "/admin/users",
    field: "Name",
    save: "Save",
    method: "patch",
    call: "*/api/users/:id",
    prefix: "Failed to save: ",
    answer: (body) => ({ user: { ...ADMIN, ...body } }),
    saved: "Marisol! saved",
    open: async (user) =>
      user.click(await screen.findByRole("button", { name: `Edit ${ADMIN.name}` })),
  },
];

const FAILURES: [string, () => Response, string][] = [
  ["nothing answers", () => HttpResponse.error(), m.failures.noConnection],
  ["a proxy answers with HTML", () => HttpResponse.html("<p>Hm"), "Invalid response from server"],
  [
    "the server says why not",
    () => HttpResponse.json({ error: "The database is down." }, { status: 500 }),
    "The database is down.",
  ],
];

function serve(): void {
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75 })),
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/trucks/:id", () => HttpResponse.json(TRUCK)),
    http.get("*/api/option-sets", () => HttpResponse.json([])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([ITEM])),
    http.get("*/api/menu-items/:id", () => HttpResponse.json(ITEM)),
    http.get("*/api/users", () => HttpResponse.json([ADMIN])),
    http.get("*/api/stripe/connect/account-status/:id", () =>
      HttpResponse.json({}, { status: 503 }),
    ),
  );
}

describe.each(FORMS)("a save of $name", (form) => {
  it.each(FAILURES)(
    "keeps what was typed when %s, and is stored by the next try",
    async (...row) => {
      const [, answer, sentence] = row;
      signInAs(form.role);
      serve();
      server.use(http[form.method](form.call, answer));
      const { user } = renderApp(form.path);
      await form.open?.(user);
      const field = await screen.findByLabelText<HTMLInputElement>(form.field);
      await user.type(field, "!");
      const typed = field.value;
      const save = screen.getByText(form.save, { selector: "button" });
      await user.click(save);
      expect(await screen.findByText(startingWith(form.prefix + sentence))).toBeVisible();
      expect(screen.getByLabelText(form.field)).toHaveValue(typed);

      const sent: object[] = [];
      server.use(
        http[form.method](form.call, async ({ request }) => {
          const body = (await request.json()) as object;
          sent.push(body);
          return HttpResponse.json(form.answer(body));
        }),
      );
      await user.click(save);
      expect(await screen.findByText(form.saved)).toBeInTheDocument();
      await waitFor(() => expect(JSON.stringify(sent)).toContain(JSON.stringify(typed)));
      expect(sent).toHaveLength(1);
    },
  );
});

it("says above the form that nothing is stored yet", async () => {
  signInAs("admin");
  serve();
  server.use(http.put("*/api/menu-items/:id", () => HttpResponse.error()));
  const { user } = renderApp(`/admin/menu/edit/${ITEM._id}`);
  await user.type(await screen.findByLabelText("Description"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(`Not saved${m.failures.noConnection}`);
});

function startingWith(text: string) {
  return (content: string) => content.startsWith(text);
}
