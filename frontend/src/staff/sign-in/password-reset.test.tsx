import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { watchReloads } from "@/test/reloads";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { aUser, signInAs } from "@/test/staff/staff";
// Loaded before the first test, which then does not wait for them.
import "./confirm-email-page";
import "./forgot-password-page";
import "./login-page";
import "./set-password-page";

const TOKEN = "x".repeat(43);
const RESET = "*/api/auth/password-reset";
const LINK = "*/api/auth/password-link";
const SET = "*/api/auth/password-link/password";
const LOGIN = "*/api/auth/login";

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ demo: false, sendsEmail: true })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.get("*/api/*", () => HttpResponse.json({ error: "Not here" }, { status: 404 })),
  );
});

const gone = () =>
  HttpResponse.json({ error: "This link no longer works.", code: "not_found" }, { status: 404 });

it("leads from the sign-in screen to the request, where the server sends e-mail", async () => {
  const { user } = renderApp("/admin/login");
  await screen.findByRole("heading", { level: 1, name: "Sign in" });
  await user.click(await screen.findByRole("link", { name: "Forgot password?" }));
  await screen.findByRole("heading", { level: 1, name: "Forgot password?" });
  await user.click(screen.getByRole("link", { name: "Back to sign in" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

describe("the request", () => {
  async function ask(email: string) {
    const app = renderApp("/admin/forgot-password");
    await app.user.type(await screen.findByLabelText("Email"), email);
    await app.user.click(screen.getByRole("button", { name: "Send the link" }));
    return app;
  }

  it("asks for an address before it sends", async () => {
    const sent = recordCalls("post", RESET, bodyOf, () => HttpResponse.json({ accepted: true }));
    await ask("ada");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Please enter a valid email address",
    );
    expect(sent).toEqual([]);
  });

  it("says the same for every address, and takes another one", async () => {
    const sent = recordCalls("post", RESET, bodyOf, () =>
      HttpResponse.json({ accepted: true }, { status: 202 }),
    );
    const { user } = await ask("ada@example.com");
    const heading = await screen.findByRole("heading", { name: "Check your email" });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText(/If an account has the address ada@example.com/)).toBeVisible();
    expect(sent).toEqual([{ email: "ada@example.com" }]);
    await user.click(screen.getByRole("button", { name: "Try another address" }));
    expect(screen.getByLabelText("Email")).toHaveValue("");
    await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  });

  it("says why no link was sent, and keeps the address", async () => {
    server.use(
      http.post(RESET, () => HttpResponse.json({ error: "Too many requests." }, { status: 429 })),
    );
    await ask("ada@example.com");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "No link was sentToo many requests.",
    );
    expect(screen.getByLabelText("Email")).toHaveValue("ada@example.com");
  });
});

describe("the link", () => {
  function open(hash = `#${TOKEN}`) {
    window.history.replaceState(null, "", `/admin/set-password${hash}`);
    return renderApp("/admin/set-password");
  }

  it("takes the token out of the address, sets the password and leads to the sign-in", async () => {
    const asked = recordCalls("post", LINK, bodyOf, () =>
      HttpResponse.json({ kind: "reset", email: "ada@example.com" }),
    );
    const sent = recordCalls("post", SET, bodyOf, () => HttpResponse.json({ isSet: true }));
    const { user } = open();
    expect(await screen.findByText("For the account ada@example.com.")).toBeVisible();
    expect(window.location.hash).toBe("");
    expect(asked).toEqual([{ token: TOKEN }]);
    await user.type(screen.getByLabelText("New password"), "griddle-lantern-59{Enter}");
    await waitFor(async () =>
      expect(await screen.findByRole("heading", { name: "Your password is set" })).toHaveFocus(),
    );
    expect(sent).toEqual([{ token: TOKEN, password: "griddle-lantern-59" }]);
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/admin/login");
  });

  const openInvitation = () => {
    const invitation = { kind: "invitation", email: "ada@example.com", name: "Ada", role: "admin" };
    server.use(
      http.post(LINK, () => HttpResponse.json({ ...invitation, truckName: "Bao House" })),
      http.post(SET, () => HttpResponse.json({ isSet: true })),
    );
    return open();
  };

  it("of an invitation asks for the first password, and signs in with it", async () => {
    const sent = recordCalls("post", LOGIN, bodyOf, () =>
      HttpResponse.json({ token: "t", user: aUser({ name: "Ada", truckId: null }) }),
    );
    const { user } = openInvitation();
    await user.type(await screen.findByLabelText("Password"), "griddle-lantern-59{Enter}");
    expect(await screen.findByText(/contact an administrator/)).toBeVisible();
    expect(sent).toEqual([
      { email: "ada@example.com", password: "griddle-lantern-59", remember: false },
    ]);
  });

  it("of an invitation says for what, and leads to the sign-in where that is refused", async () => {
    server.use(http.post(LOGIN, () => HttpResponse.json({ error: "Wait." }, { status: 429 })));
    const { user } = openInvitation();
    await screen.findByRole("heading", { level: 1, name: "Welcome, Ada" });
    const lead = "You look after Bao House as an admin. Set a password for ada@example.com.";
    expect(screen.getByText(lead)).toBeVisible();
    await user.type(screen.getByLabelText("Password"), "griddle-lantern-59{Enter}");
    await screen.findByRole("heading", { name: "Your password is set" });
    expect(screen.getByText("Sign in with your email address and your password.")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    expect(await screen.findByLabelText("Email")).toHaveValue("ada@example.com");
  });

  it.each([
    [{ role: "superadmin" }, "all trucks as a superadmin"],
    [{ role: "admin" }, "a truck as an admin; which one is named later"],
  ])("of an invitation to no truck yet or to all says so: %j", async (who, words) => {
    const link = { kind: "invitation", email: "ada@example.com", name: "Ada", ...who };
    server.use(http.post(LINK, () => HttpResponse.json(link)));
    open();
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
  });

  it("is there again after the page was loaded in another language", async () => {
    server.use(
      http.post(LINK, () => HttpResponse.json({ kind: "reset", email: "ada@example.com" })),
    );
    const reload = watchReloads();
    const { user } = open();
    await screen.findByText("For the account ada@example.com.");
    await user.click(screen.getByRole("button", { name: "Español" }));
    expect(reload).toHaveBeenCalledOnce();
    expect(window.location.hash).toBe(`#${TOKEN}`);
    speak("en");
  });

  it("puts the rules for passwords at the field", async () => {
    server.use(
      http.post(LINK, () => HttpResponse.json({ kind: "reset", email: "ada@example.com" })),
      http.post(SET, () =>
        HttpResponse.json(
          { error: "No", fields: { password: "This password is one of the most common ones." } },
          { status: 400 },
        ),
      ),
    );
    const { user } = open();
    const field = await screen.findByLabelText("New password");
    await user.type(field, "short{Enter}");
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/Password must have 8 to 128 characters/),
    );
    await user.type(field, "er-password{Enter}");
    await waitFor(() => expect(field).toHaveAccessibleDescription(/is one of the most common/));
    await waitFor(() => expect(field).toHaveFocus());
  });

  it.each([
    ["was used", gone],
    ["has no token", null],
  ])("that %s leads to a new request", async (_, answer) => {
    if (answer) server.use(http.post(LINK, answer));
    open(answer ? undefined : "");
    const heading = await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(heading).toHaveTextContent("This link no longer works"));
    expect(screen.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute(
      "href",
      "/admin/forgot-password",
    );
    expect(screen.getByRole("link", { name: "Back to sign in" })).toBeVisible();
  });

  it("that is opened in the same tab after a used one is taken as well", async () => {
    server.use(http.post(LINK, gone));
    open();
    await screen.findByRole("heading", { name: "This link no longer works" });
    const asked = recordCalls("post", LINK, bodyOf, () =>
      HttpResponse.json({ kind: "reset", email: "ada@example.com" }),
    );
    window.location.hash = "y".repeat(43);
    expect(await screen.findByLabelText("New password")).toBeVisible();
    expect(asked).toEqual([{ token: "y".repeat(43) }]);
    expect(window.location.hash).toBe("");
  });

  it("that ends while the password is typed says so", async () => {
    server.use(
      http.post(LINK, () => HttpResponse.json({ kind: "reset", email: "ada@example.com" })),
      http.post(SET, gone),
    );
    const { user } = open();
    await user.type(await screen.findByLabelText("New password"), "griddle-lantern-59{Enter}");
    expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  });

  it("of a sign-in lets this device in, with the password as it is", async () => {
    const device = "*/api/auth/password-link/device";
    server.use(
      http.post(LINK, () => HttpResponse.json({ kind: "sign_in", email: "ada@example.com" })),
      http.post(device, () => HttpResponse.json({ error: "Busy" }, { status: 400 })),
    );
    const { user } = open();
    expect(await screen.findByText("For the account ada@example.com.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Let this device sign in" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Busy");
    const sent = recordCalls("post", device, bodyOf, () => HttpResponse.json({ isKnown: true }));
    await user.click(screen.getByRole("button", { name: "Let this device sign in" }));
    await screen.findByRole("heading", { name: "This device can sign in" });
    expect(sent).toEqual([{ token: TOKEN }]);
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/admin/login");
  });

  it("that cannot be checked is checked again", async () => {
    server.use(http.post(LINK, () => HttpResponse.json({ error: "Busy" }, { status: 400 })));
    const { user } = open();
    expect(await screen.findByRole("alert")).toHaveTextContent("We could not check the linkBusy");
    server.use(
      http.post(LINK, () => HttpResponse.json({ kind: "reset", email: "ada@example.com" })),
    );
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("New password")).toBeVisible();
  });
});

describe("the link to a new email", () => {
  const CONFIRM = "*/api/auth/email-change/confirm";

  function open() {
    window.history.replaceState(null, "", `/admin/confirm-email#${TOKEN}`);
    return renderApp("/admin/confirm-email");
  }

  it("is confirmed by its user, who is signed in", async () => {
    const person = { ...signInAs("admin"), pendingEmail: "new@example.com" };
    server.use(http.get("*/api/auth/verify", () => HttpResponse.json({ user: person })));
    const { pendingEmail: email, ...rest } = person;
    const sent = recordCalls("post", CONFIRM, bodyOf, () =>
      HttpResponse.json({ user: { ...rest, email } }),
    );
    const { user } = open();
    expect(
      await screen.findByText("Once it is confirmed, you sign in with new@example.com."),
    ).toBeVisible();
    expect(window.location.hash).toBe("");
    await user.click(screen.getByRole("button", { name: "Confirm this email" }));
    expect(await screen.findByText("From now on you sign in with new@example.com.")).toBeVisible();
    expect(sent).toEqual([{ token: TOKEN }]);
  });

  it.each([
    [404, "This link no longer works", "Go to your profile"],
    [409, "Confirm your new email", "Confirm this email"],
  ])("that is refused with %d says so", async (status, title, way) => {
    signInAs("admin");
    server.use(http.post(CONFIRM, () => HttpResponse.json({ error: "No." }, { status })));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Confirm this email" }));
    if (status === 409) expect(await screen.findByRole("alert")).toHaveTextContent("No.");
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(way)).toBeVisible();
  });

  it("asks who is signed out to sign in first, and comes back", async () => {
    server.use(
      http.post("*/api/auth/login", () =>
        HttpResponse.json({ token: "t0ken", user: aUser({ pendingEmail: "new@example.com" }) }),
      ),
    );
    const { user } = open();
    await screen.findByText(/Sign in first/);
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    await user.type(await screen.findByLabelText("Email"), "ada@example.com");
    await user.type(screen.getByLabelText("Password"), "secret-1{Enter}");
    await waitFor(
      () => expect(screen.getByRole("button", { name: "Confirm this email" })).toBeVisible(),
      { timeout: 4_000 },
    );
  });
});
