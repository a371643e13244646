import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { User } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aStaffTruck, aUser, signInAs } from "@/test/staff/staff";

const TESS = aUser({
  _id: "3".repeat(24),
  name: "Tess",
  email: "tess@x.example",
  invitation: { invitedAt: "2026-11-20T18:00:00Z", isOver: false },
});
const AGAIN = "*/api/users/:id/invitation";
let users: User[];

beforeEach(() => {
  users = [signInAs("superadmin"), TESS];
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ demo: false, sendsEmail: true })),
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/users", () => HttpResponse.json(users)),
  );
});

async function openAdd() {
  const app = renderApp("/admin/users");
  await app.user.click(await screen.findByRole("button", { name: "Add staff" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Add staff" }));
  await drawer.findByRole("radio", { name: "Send an invitation" });
  return { ...app, drawer };
}

async function openTess() {
  const app = renderApp("/admin/users");
  await app.user.click(await screen.findByRole("button", { name: "Edit Tess" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Edit Tess" }));
  return { ...app, drawer };
}

it("invites by e-mail where the server sends it, in the language that was chosen", async () => {
  const sent = recordCalls("post", "*/api/invitations", bodyAndKeyOf, () =>
    HttpResponse.json({ user: TESS }, { status: 201 }),
  );
  const { user, drawer } = await openAdd();
  expect(drawer.getByRole("radio", { name: "Send an invitation" })).toBeChecked();
  expect(drawer.queryByLabelText("Password")).not.toBeInTheDocument();
  await user.type(drawer.getByLabelText("Name"), "Tess");
  await user.type(drawer.getByLabelText("Email"), "tess@x.example");
  await user.selectOptions(drawer.getByLabelText("Language of the invitation"), "Español");
  await user.click(drawer.getByRole("button", { name: "Send the invitation" }));
  expect(
    await screen.findByText("The invitation to tess@x.example is on its way"),
  ).toBeInTheDocument();
  const body = { name: "Tess", email: "tess@x.example", role: "admin", truckId: null };
  expect(sent).toEqual([
    { body: { ...body, language: "es" }, key: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
});

it("takes a password instead, keeps what was entered, and asks for it", async () => {
  const sent = recordCalls("post", "*/api/auth/register", bodyAndKeyOf, () =>
    HttpResponse.json({ user: TESS }, { status: 201 }),
  );
  const { user, drawer } = await openAdd();
  await user.type(drawer.getByLabelText("Name"), "Tess");
  await user.type(drawer.getByLabelText("Email"), "tess@x.example");
  await user.click(drawer.getByRole("radio", { name: "Set a password" }));
  expect(drawer.getByLabelText("Name")).toHaveValue("Tess");
  await user.click(drawer.getByRole("button", { name: "Add to staff" }));
  await waitFor(() => expect(drawer.getByLabelText("Password")).toBeInvalid());
  await user.type(drawer.getByLabelText("Password"), "griddle-and-plum");
  await user.click(drawer.getByRole("button", { name: "Add to staff" }));
  await screen.findByText("Tess can sign in now");
  expect(sent).toHaveLength(1);
});

it("says at its field that the address has an account", async () => {
  const taken = "There is already an account with this email address.";
  server.use(
    http.post("*/api/invitations", () =>
      HttpResponse.json(
        { error: taken, code: "email_taken", fields: { email: taken } },
        { status: 409 },
      ),
    ),
  );
  const { user, drawer } = await openAdd();
  await user.type(drawer.getByLabelText("Name"), "Tess");
  await user.type(drawer.getByLabelText("Email"), "tess@x.example");
  await user.click(drawer.getByRole("button", { name: "Send the invitation" }));
  expect(await drawer.findByRole("alert")).toHaveTextContent(taken);
});

it("shows who is invited and since when, and whose invitation is over", async () => {
  const over = { invitedAt: "2026-11-10T18:00:00Z", isOver: true };
  users.push(aUser({ _id: "4".repeat(24), name: "Uli", invitation: over }));
  renderApp("/admin/users");
  const table = within(await screen.findByRole("table", { name: "Staff" }));
  expect(table.getByRole("row", { name: /Tess/ })).toHaveTextContent(
    "InvitedInvited on Nov 20, 2026.",
  );
  expect(table.getByRole("row", { name: /Uli/ })).toHaveTextContent(
    "Invitation expiredThe invitation sent on Nov 10, 2026 has expired.",
  );
});

it("says of an invitation that is over how to get a new link, and no more that its link works", async () => {
  const over = { invitedAt: "2026-11-10T18:00:00Z", isOver: true };
  users.push(aUser({ _id: "4".repeat(24), name: "Uli", invitation: over }));
  const { user } = renderApp("/admin/users");
  await user.click(await screen.findByRole("button", { name: "Edit Uli" }));
  const section = await screen.findByRole("region", { name: "Invitation" });
  await within(section).findByText(/has expired\. Send it again for a new link/);
  expect(section).not.toHaveTextContent("Its link works");
});

it("sends an invitation again, or says why not", async () => {
  server.use(http.post(AGAIN, () => HttpResponse.json({ error: "Too many." }, { status: 429 })));
  const { user, drawer } = await openTess();
  await user.click(await drawer.findByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Failed to save: Too many.")).toBeInTheDocument();
  server.use(http.post(AGAIN, () => HttpResponse.json({ user: TESS })));
  await user.click(drawer.getByRole("button", { name: "Send again" }));
  await screen.findByText("The invitation to tess@x.example is on its way");
});

it("withdraws an invitation only after asking", async () => {
  const sent = recordCalls(
    "delete",
    AGAIN,
    (request) => new URL(request.url).pathname,
    () => {
      users.pop();
      return HttpResponse.json({ isWithdrawn: true });
    },
  );
  const { user, drawer } = await openTess();
  await user.click(drawer.getByRole("button", { name: "Withdraw invitation" }));
  const question = await screen.findByRole("alertdialog", {
    name: "Withdraw the invitation of Tess?",
  });
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Withdraw" }));
  await screen.findByText("Tess is no longer invited");
  await waitFor(() => expect(screen.queryByRole("rowheader", { name: /Tess/ })).toBeNull());
  expect(sent).toEqual([`/api/users/${TESS._id}/invitation`]);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Staff" })).toHaveFocus());
});
