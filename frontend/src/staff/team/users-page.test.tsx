import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { User } from "@/domain/api/staff-types";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aStaffTruck, aUser, signInAs } from "@/test/staff/staff";
import { MARISOL } from "@/test/staff/staff-backend";

const spicy = aStaffTruck();
const bao = aStaffTruck({ _id: "b".repeat(24), name: "Bao House", slug: "bao" });
let viewer: User;
let marisol: User;
let sam: User;

beforeEach(() => {
  viewer = signInAs("superadmin");
  marisol = MARISOL;
  sam = aUser({ _id: "2".repeat(24), name: "Sam Okafor", email: "sam@x.example", isActive: false });
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([spicy, bao])),
    http.get("*/api/users", () => HttpResponse.json([marisol, sam, viewer])),
  );
});

/** Answers changes of a user, and collects what was sent. */
function takeChanges(answer?: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.patch("*/api/users/:id", async ({ request, params }) => {
      const change = (await request.json()) as Partial<User>;
      sent.push([params.id, change]);
      if (answer) return answer();
      const before = [marisol, sam, viewer].find(({ _id }) => _id === params.id);
      const { _id, name, email, role, truckId, truckName, isActive } = { ...before, ...change };
      return HttpResponse.json({ user: { _id, name, email, role, truckId, truckName, isActive } });
    }),
  );
  return sent;
}

function takeNewUsers(answer: () => Response) {
  return recordCalls("post", "*/api/auth/register", bodyAndKeyOf, answer);
}

async function openStaff() {
  const app = renderApp("/admin/users");
  const table = await screen.findByRole("table", { name: "Staff" });
  return { ...app, table: within(table) };
}

async function openAdd() {
  const app = await openStaff();
  await app.user.click(screen.getByRole("button", { name: "Add staff" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Add staff" }));
  return { ...app, drawer };
}

async function openEdit(name: string) {
  const app = await openStaff();
  await app.user.click(app.table.getByRole("button", { name: `Edit ${name}` }));
  const drawer = within(await screen.findByRole("dialog", { name: `Edit ${name}` }));
  return { ...app, drawer };
}

it("lists everybody with role, truck and state", async () => {
  const { table } = await openStaff();
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
    "Marisol Vegamarisol@spicy.example",
    "Sam Okaforsam@x.example",
    `Sol (you)${viewer.email}`,
  ]);
  expect(within(rows[0] as HTMLElement).getByText("Spicy Burritos")).toBeVisible();
  expect(within(rows[1] as HTMLElement).getByText("Disabled")).toBeVisible();
  expect(within(rows[1] as HTMLElement).getByText("No truck yet")).toBeVisible();
  expect(within(rows[2] as HTMLElement).getByText("All trucks")).toBeVisible();
});

it("finds people by name, email and truck", async () => {
  const { user, table } = await openStaff();
  const search = screen.getByRole("searchbox", { name: "Search staff" });
  await user.type(search, "spicy");
  expect(table.getAllByRole("rowheader")).toHaveLength(1);
  await user.type(search, " no such name");
  expect(screen.getByRole("heading", { name: "No results" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getAllByRole("rowheader")).toHaveLength(3);
});

it("adds a user, once however often it is sent", async () => {
  const tess = aUser({ _id: "3".repeat(24), name: "Tess", email: "tess@x.example" });
  const sent = takeNewUsers(() => HttpResponse.json({ user: tess }, { status: 201 }));
  const { user, drawer } = await openAdd();
  await user.type(drawer.getByLabelText("Name"), "Tess");
  await user.type(drawer.getByLabelText("Email"), "tess@x.example");
  await user.selectOptions(drawer.getByLabelText("Food truck"), "Bao House");
  await user.type(drawer.getByLabelText("Password"), "griddle-and-plum");
  server.use(http.get("*/api/users", () => HttpResponse.json([marisol, sam, viewer, tess])));
  await user.click(drawer.getByRole("button", { name: "Add to staff" }));
  expect(await screen.findByText("Tess can sign in now")).toBeInTheDocument();
  expect(await screen.findByRole("rowheader", { name: /Tess/ })).toBeInTheDocument();
  expect(sent).toEqual([
    {
      body: {
        name: "Tess",
        email: "tess@x.example",
        password: "griddle-and-plum",
        role: "admin",
        truckId: bao._id,
      },
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
});

it("adds someone for the truck whose checklist led here", async () => {
  renderApp(`/admin/users?add=${bao._id}`);
  const drawer = within(await screen.findByRole("dialog", { name: "Add staff" }));
  expect(drawer.getByLabelText("Food truck")).toHaveValue(bao._id);
});

it("chooses a truck that is newer than the kept list", async () => {
  renderApp(`/admin/users?add=${bao._id}`, (client) => {
    client.setQueryData(staffTrucksQuery().queryKey, [spicy]);
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Add staff" }));
  expect(drawer.getByLabelText("Food truck")).toHaveValue(bao._id);
});

it("asks a superadmin for no truck", async () => {
  const { user, drawer } = await openAdd();
  await user.selectOptions(drawer.getByLabelText("Role"), "superadmin");
  expect(drawer.queryByLabelText("Food truck")).not.toBeInTheDocument();
});

it("says at each field what is missing, and sends nothing", async () => {
  const sent = takeNewUsers(() => HttpResponse.json({}));
  const { user, drawer } = await openAdd();
  await user.type(drawer.getByLabelText("Password"), "seven77");
  await user.click(drawer.getByRole("button", { name: "Add to staff" }));
  const alerts = await drawer.findAllByRole("alert");
  expect(alerts.map((alert) => alert.textContent)).toEqual([
    "Name is required",
    "Email is required",
    "Password must have 8 to 128 characters",
  ]);
  expect(sent).toEqual([]);
});

it("puts the server's sentence at its field, and keeps what was entered", async () => {
  const taken = "There is already an account with this email address.";
  takeNewUsers(() =>
    HttpResponse.json(
      { error: taken, code: "email_taken", fields: { email: taken } },
      { status: 409 },
    ),
  );
  const { user, drawer } = await openAdd();
  await user.type(drawer.getByLabelText("Name"), "Tess");
  await user.type(drawer.getByLabelText("Email"), "marisol@spicy.example");
  await user.type(drawer.getByLabelText("Password"), "griddle-and-plum");
  await user.click(drawer.getByRole("button", { name: "Add to staff" }));
  await waitFor(() => expect(drawer.getByLabelText("Email")).toBeInvalid());
  expect(drawer.getByRole("alert")).toHaveTextContent(taken);
  expect(drawer.getByLabelText("Name")).toHaveValue("Tess");
});

it("moves a user to another truck", async () => {
  const sent = takeChanges();
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.selectOptions(drawer.getByLabelText("Food truck"), "Bao House");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Marisol Vega saved")).toBeInTheDocument();
  expect(sent).toEqual([[marisol._id, { role: "admin", truckId: bao._id }]]);
});

it("sends no role and no truck when only the name changes", async () => {
  const sent = takeChanges();
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.clear(drawer.getByLabelText("Name"));
  await user.type(drawer.getByLabelText("Name"), "Marisol V.");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  await screen.findByText("Marisol V. saved");
  expect(sent).toEqual([[marisol._id, { name: "Marisol V." }]]);
});

it("keeps a truck that is archived by now unless another one is chosen", async () => {
  marisol = { ...marisol, truckId: "d".repeat(24), truckName: "Old Wagon" };
  const { drawer } = await openEdit("Marisol Vega");
  expect(drawer.getByLabelText("Food truck")).toHaveDisplayValue("Old Wagon");
});

it("says why there is no truck to choose", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.error()));
  const { drawer } = await openEdit("Marisol Vega");
  expect(await drawer.findByText(/^Failed to load trucks: Unable to connect/)).toBeInTheDocument();
  expect(drawer.getByLabelText("Food truck")).toHaveDisplayValue("Spicy Burritos");
});

it("says what the server says when a change is refused, and keeps the form", async () => {
  takeChanges(() => HttpResponse.json({ error: "Ask another superadmin." }, { status: 409 }));
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  expect(await drawer.findByRole("alert")).toHaveTextContent(
    "Failed to save: Ask another superadmin.",
  );
});

it("resets a password", async () => {
  const sent = takeChanges();
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.type(drawer.getByLabelText("New password"), "pickle-harvest");
  await user.click(drawer.getByRole("button", { name: "Reset password" }));
  expect(await screen.findByText("Marisol Vega has a new password")).toBeInTheDocument();
  expect(sent).toEqual([[marisol._id, { password: "pickle-harvest" }]]);
});

it("says at the field that a new password is too short, and sends nothing", async () => {
  const sent = takeChanges();
  const { user, drawer } = await openEdit("Marisol Vega");
  const password = drawer.getByLabelText("New password");
  await user.type(password, "seven77");
  await user.click(drawer.getByRole("button", { name: "Reset password" }));
  await waitFor(() => expect(password).toBeInvalid());
  expect(password).toHaveAccessibleDescription(/Password must have 8 to 128 characters/);
  expect(drawer.getByRole("alert")).toHaveTextContent("Password must have 8 to 128 characters");
  expect(sent).toEqual([]);
});

it("disables an account only after asking", async () => {
  const sent = takeChanges();
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.click(drawer.getByRole("button", { name: "Disable account" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Disable Marisol Vega?" }),
  );
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);

  await user.click(drawer.getByRole("button", { name: "Disable account" }));
  const again = within(await screen.findByRole("alertdialog"));
  await user.click(again.getByRole("button", { name: "Disable" }));
  expect(await screen.findByText("Marisol Vega can no longer sign in")).toBeInTheDocument();
  expect(sent).toEqual([[marisol._id, { isActive: false }]]);
});

it("enables an account again", async () => {
  const sent = takeChanges();
  const { user, drawer } = await openEdit("Sam Okafor");
  await user.click(drawer.getByRole("button", { name: "Enable account" }));
  expect(await screen.findByText("Sam Okafor can sign in again")).toBeInTheDocument();
  expect(sent).toEqual([[sam._id, { isActive: true }]]);
});

it("says so when an account could not be disabled", async () => {
  takeChanges(() => HttpResponse.error());
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.click(drawer.getByRole("button", { name: "Disable account" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Disable" }));
  expect(await screen.findByText(/^Failed to save: Unable to connect/)).toBeInTheDocument();
});

it("lets no user demote or disable themselves, and shows a new name of one's own at once", async () => {
  takeChanges();
  const { user, drawer } = await openEdit("Sol");
  expect(drawer.getByLabelText("Role")).toBeDisabled();
  expect(drawer.queryByRole("button", { name: "Disable account" })).not.toBeInTheDocument();
  expect(drawer.queryByLabelText("New password")).not.toBeInTheDocument();
  await user.type(drawer.getByLabelText("Name"), "eil");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  await screen.findByText("Soleil saved");
  expect(screen.getAllByRole("link", { name: /^Soleil/, hidden: true })).not.toHaveLength(0);
});

it("erases an account only with a reason, and says so also when its drawer was closed", async () => {
  let erase = () => {};
  const isErased = new Promise<void>((resolve) => {
    erase = resolve;
  });
  const sent = recordCalls("post", "*/api/users/:id/erasure", bodyAndKeyOf, async () => {
    await isErased;
    const erasedAt = "2026-11-20T18:00:00Z";
    return HttpResponse.json({ _id: marisol._id, name: "Former user 3", erasedAt });
  });
  const { user, drawer } = await openEdit("Marisol Vega");
  await user.click(drawer.getByRole("button", { name: "Erase account" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Erase Marisol Vega for good?" }),
  );
  expect(question.getByText(/second factors, notifications/)).toBeInTheDocument();
  expect(question.getByText(/such as "Former user 12"/)).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: "Erase for good" }));
  expect(question.getByRole("alert")).toHaveTextContent("Say why the account is erased.");
  expect(sent).toEqual([]);
  await user.type(question.getByLabelText("Reason"), "Left the company");
  server.use(http.get("*/api/users", () => HttpResponse.json([sam, viewer])));
  await user.click(question.getByRole("button", { name: "Erase for good" }));
  await user.click(drawer.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  erase();
  await screen.findByText('The account was erased. It is now "Former user 3"');
  expect(sent).toEqual([{ body: { reason: "Left the company" }, key: null }]);
  await waitFor(() => expect(screen.queryByRole("rowheader", { name: /Marisol/ })).toBeNull());
});
