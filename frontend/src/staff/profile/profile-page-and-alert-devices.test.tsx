import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { User } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { signInAs } from "@/test/staff/staff";

/** Answers changes of the profile, and collects what was sent. */
function takeChanges(person: User, answer?: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.put("*/api/auth/profile", async ({ request }) => {
      const change = (await request.json()) as { name?: string; email?: string };
      sent.push(change);
      if (answer) return answer();
      const { name = person.name, email: pendingEmail } = change;
      return HttpResponse.json({ user: { ...person, name, pendingEmail } });
    }),
  );
  return sent;
}

async function openProfile(role: Parameters<typeof signInAs>[0] = "admin", sendsEmail = true) {
  const person = signInAs(role);
  server.use(http.get("*/api/config", () => HttpResponse.json({ demo: false, sendsEmail })));
  const app = renderApp("/admin/profile");
  await screen.findByRole("heading", { name: "Your profile" });
  return { ...app, person };
}

it.each([
  ["admin", "Admin", "Spicy Burritos"],
  ["truckless", "Admin", "No truck yet"],
  ["superadmin", "Superadmin", "All trucks"],
] as const)("says what a %s may do and for which truck", async (role, roleName, truckName) => {
  await openProfile(role);
  expect(screen.getAllByRole("definition").map((value) => value.textContent)).toEqual([
    roleName,
    truckName,
    "ada@example.com",
  ]);
});

it("says once that its sections need a connection, and shows them when it is back", async () => {
  signInAs("admin");
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ demo: false, sendsEmail: true })),
    http.get("*/api/auth/second-factors", HttpResponse.error),
    http.get("*/api/auth/sessions", HttpResponse.error),
  );
  const { user } = renderApp("/admin/profile");
  const title = "Security, sign-ins and devices need a connection";
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Save name" })).toBeEnabled();
  server.use(
    http.get("*/api/auth/second-factors", () =>
      HttpResponse.json({ factors: [], recoveryCodesLeft: 0 }),
    ),
    http.get("*/api/auth/sessions", () => HttpResponse.json({ sessions: [] })),
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Where you are signed in" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: title })).not.toBeInTheDocument();
});

it("changes the name, and shows it everywhere", async () => {
  const { user, person } = await openProfile();
  const sent = takeChanges(person);
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Ada L.");
  await user.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByText("Your name is saved")).toBeInTheDocument();
  expect(sent).toEqual([{ name: "Ada L." }]);
  expect(screen.getByRole("link", { name: /^Ada L\./ })).toBeInTheDocument();
});

it("wants a name", async () => {
  const { user, person } = await openProfile();
  const sent = takeChanges(person);
  await user.clear(screen.getByLabelText("Name"));
  await user.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Name is required");
  expect(sent).toEqual([]);
});

it("changes email and password together with the current password, then forgets both", async () => {
  const { user, person } = await openProfile();
  const sent = takeChanges(person);
  await user.clear(screen.getByLabelText("Email"));
  await user.type(screen.getByLabelText("Email"), "new@example.com");
  await user.type(screen.getByLabelText("New password"), "pickle-harvest");
  await user.type(screen.getByLabelText("Current password"), "the-old-one");
  await user.click(screen.getByRole("button", { name: "Save email and password" }));
  const said = "We sent a link to new@example.com. Open it to use that address.";
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(sent).toEqual([
    { email: "new@example.com", newPassword: "pickle-harvest", currentPassword: "the-old-one" },
  ]);
  expect(screen.getByLabelText("Email")).toHaveValue("ada@example.com");
  expect(screen.getByLabelText("New password")).toHaveValue("");
  expect(screen.getByLabelText("Current password")).toHaveValue("");

  // Until its link is opened, the new address waits.
  expect(screen.getByText("new@example.com is not confirmed yet")).toBeVisible();
  expect(screen.getByText(/Until then you sign in with ada@example.com/)).toBeVisible();
  const error = "Too many requests.";
  const waiting = { ...person, pendingEmail: "new@example.com" };
  server.use(
    http.post("*/api/auth/email-change", () => HttpResponse.json({ user: waiting })),
    http.delete("*/api/auth/email-change", () => HttpResponse.json({ error }, { status: 429 })),
  );
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("The link is sent again")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(error);
  server.use(
    http.delete("*/api/auth/email-change", () =>
      HttpResponse.json({ user: person, deleted: true }),
    ),
  );
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Your email stays as it is")).toBeInTheDocument();
  expect(screen.queryByText(/is not confirmed yet/)).not.toBeInTheDocument();
});

it("says that the email stays where no email can be sent", async () => {
  await openProfile("admin", false);
  const field = screen.getByLabelText("Email");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/No email can be sent from here/));
  expect(field).toHaveAttribute("readonly");
});

it("sends a new password without the email that stays", async () => {
  const { user, person } = await openProfile();
  const sent = takeChanges(person);
  await user.type(screen.getByLabelText("New password"), "pickle-harvest");
  await user.type(screen.getByLabelText("Current password"), "the-old-one");
  await user.click(screen.getByRole("button", { name: "Save email and password" }));
  await screen.findByText("Your sign-in is saved");
  expect(sent).toEqual([{ newPassword: "pickle-harvest", currentPassword: "the-old-one" }]);
});

it("asks for something new before it saves", async () => {
  const { user, person } = await openProfile();
  const sent = takeChanges(person);
  await user.click(screen.getByRole("button", { name: "Save email and password" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Change your email or enter");
  expect(sent).toEqual([]);
});

it.each([
  ["Email", "nonsense", "Please enter a valid email address"],
  ["New password", "seven77", "Password must have 8 to 128 characters"],
])("checks the field %s before it sends", async (label, text, sentence) => {
  const { user, person } = await openProfile();
  const sent = takeChanges(person);
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole("button", { name: "Save email and password" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  expect(sent).toEqual([]);
});

it("says at its field that the current password is wrong, and keeps the user signed in", async () => {
  const { user, person } = await openProfile();
  const sentence = "The current password is not right";
  takeChanges(person, () =>
    HttpResponse.json({ error: sentence, fields: { currentPassword: sentence } }, { status: 400 }),
  );
  await user.type(screen.getByLabelText("New password"), "pickle-harvest");
  await user.type(screen.getByLabelText("Current password"), "guess");
  await user.click(screen.getByRole("button", { name: "Save email and password" }));
  await waitFor(() => expect(screen.getByLabelText("Current password")).toBeInvalid());
  expect(screen.getByRole("alert")).toHaveTextContent(sentence);
  expect(screen.getByLabelText("New password")).toHaveValue("pickle-harvest");
});

it("tells how long to wait after too many guesses", async () => {
  const { user, person } = await openProfile();
  takeChanges(person, () =>
    HttpResponse.json({ error: "Too many." }, { status: 429, headers: { "Retry-After": "30" } }),
  );
  await user.type(screen.getByLabelText("New password"), "pickle-harvest");
  await user.click(screen.getByRole("button", { name: "Save email and password" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to save your profile: Too many. You can try again in 30 seconds.",
  );
});
