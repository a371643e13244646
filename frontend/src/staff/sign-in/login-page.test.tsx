import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readToken } from "@/staff/session/session";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aUser } from "@/test/staff/staff";

const OFFLINE =
  "Backend Offline: Unable to connect to server. Please ensure the backend is running.";

beforeEach(() => {
  server.use(
    http.get("*/api/*", () => HttpResponse.json({ error: "Not here" }, { status: 404 })),
    http.get("*/api/config", () => HttpResponse.json({ demo: false })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
  );
});
afterEach(() => vi.useRealTimers());

function answerSignIn(answer: () => Response): unknown[] {
  return recordCalls("post", "*/api/auth/login", bodyOf, () => answer());
}

function refuse(status: number, error: string, headers: Record<string, string> = {}) {
  return answerSignIn(() => HttpResponse.json({ error, code: "no" }, { status, headers }));
}

async function openLogin() {
  const app = renderApp("/admin/login");
  await screen.findByRole("heading", { level: 1, name: "Sign in" });
  return app;
}

async function fillIn(user: ReturnType<typeof renderApp>["user"], email: string, password: string) {
  if (email) await user.type(screen.getByLabelText("Email"), email);
  if (password) await user.type(screen.getByLabelText("Password"), password);
}

it.each([
  ["", "", ["Email is required", "Password is required"]],
  ["ada", "longenough", ["Please enter a valid email address"]],
  ["ada@example.com", "12345", ["Password must be at least 6 characters"]],
])("does not send %j with %j, and says why", async (email, password, sentences) => {
  const sent = refuse(500, "never");
  const { user } = await openLogin();
  await fillIn(user, email, password);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const alerts = await screen.findAllByRole("alert");
  expect(alerts.map((alert) => alert.textContent)).toEqual(sentences);
  expect(sent).toEqual([]);
});

it("signs in on Enter, says so, and opens the dashboard a second later", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = answerSignIn(() => HttpResponse.json({ token: "t0ken", user: aUser() }));
  const { user } = await openLogin();
  await fillIn(user, " ada@example.com ", "secret");
  await user.keyboard("{Enter}");
  expect(
    await screen.findByText("Login successful! Redirecting to dashboard..."),
  ).toBeInTheDocument();
  expect(sent).toEqual([{ email: "ada@example.com", password: "secret", remember: false }]);
  expect(readToken()).toBe("t0ken");
  expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/login");
  expect(screen.getByRole("button", { name: "Sign in" })).toBeDisabled();

  vi.advanceTimersByTime(1_000);
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/dashboard"),
  );
});

it("asks for the longer session with 'Remember me'", async () => {
  const sent = refuse(401, "Invalid email or password");
  const { user } = await openLogin();
  await fillIn(user, "ada@example.com", "secret");
  await user.click(screen.getByRole("checkbox", { name: "Remember me" }));
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ remember: true })]));
});

it("says the server's sentence under 'Login Failed', for five seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  refuse(401, "Invalid email or password");
  const { user } = await openLogin();
  await fillIn(user, "ada@example.com", "wrong-one{Enter}");
  const heading = await screen.findByRole("heading", { name: "Login Failed" });
  expect(screen.getByRole("alert")).toHaveTextContent("Invalid email or password");
  vi.advanceTimersByTime(4_500);
  expect(heading).toBeVisible();
  vi.advanceTimersByTime(1_000);
  await waitFor(() => expect(heading).not.toBeInTheDocument());
  expect(screen.getByLabelText("Email")).toHaveValue("ada@example.com");
});

it.each([
  ["without a reason", () => new HttpResponse(null, { status: 500 }), "Login failed"],
  [
    "without an answer",
    () => HttpResponse.error(),
    "Unable to connect to server. Please check if the backend is running.",
  ],
  ["with a page", () => HttpResponse.html("<p>Hm"), "Invalid response from server (200)"],
  ["without a token", () => HttpResponse.json({}), "Login failed"],
])("says what there is to say when it fails %s", async (_, answer, sentence) => {
  answerSignIn(answer);
  const { user } = await openLogin();
  await fillIn(user, "ada@example.com", "secret{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(`Login Failed${sentence}`);
  expect(readToken()).toBeNull();
});

it("tells how long to wait after too many failures, and counts down", async () => {
  // The countdown goes when the test says so, however long the screen takes.
  vi.useFakeTimers({ toFake: ["Date"] });
  refuse(429, "Too many failed sign-ins.", { "Retry-After": "65" });
  const { user } = await openLogin();
  await fillIn(user, "ada@example.com", "secret{Enter}");
  await screen.findByText("You can try again in 1 minute 5 seconds.");
  wakeAfter(60_000);
  await screen.findByText("You can try again in 5 seconds.");
  wakeAfter(4_000);
  await screen.findByText("You can try again in 1 second.");
  wakeAfter(1_000);
  await waitFor(() => expect(screen.queryByText(/You can try again/)).not.toBeInTheDocument());
});

/** The device wakes, so that every countdown looks at the clock. */
function wakeAfter(ms: number): void {
  vi.advanceTimersByTime(ms);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

it("offers a link by email once strangers have shut the account, also after the failure is gone", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(http.get("*/api/config", () => HttpResponse.json({ demo: false, sendsEmail: true })));
  const error = "Use your passkey, or the link we can send you by email.";
  const body = { error, code: "sign_in_shut" };
  answerSignIn(() => HttpResponse.json(body, { status: 429, headers: { "Retry-After": "86400" } }));
  const { user } = await openLogin();
  await fillIn(user, "ada@example.com", "secret{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(error);
  expect(screen.queryByText(/You can try again in/)).not.toBeInTheDocument();
  vi.advanceTimersByTime(5_000);
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  const sent = recordCalls("post", "*/api/auth/password-reset", bodyOf, () =>
    HttpResponse.json({ accepted: true }, { status: 202 }),
  );
  await user.click(screen.getByRole("button", { name: "Email me a link" }));
  expect(await screen.findByText(/If an account has the address ada@example.com/)).toBeVisible();
  expect(sent).toEqual([{ email: "ada@example.com", keepPassword: true }]);
});

it("puts the server's sentences at their fields", async () => {
  answerSignIn(() =>
    HttpResponse.json(
      { error: "No", fields: { password: "Password must be at most 256 characters" } },
      { status: 400 },
    ),
  );
  const { user } = await openLogin();
  await fillIn(user, "ada@example.com", "secret{Enter}");
  await waitFor(() =>
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(
      "Password must be at most 256 characters",
    ),
  );
});

it("shows and hides the password", async () => {
  const { user } = await openLogin();
  const password = screen.getByLabelText("Password");
  expect(password).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password).toHaveAttribute("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password).toHaveAttribute("type", "password");
});

it.each(["Forgot password?", "Contact support"])("sends '%s' to an administrator", async (name) => {
  const alert = vi.spyOn(window, "alert").mockReturnValue(undefined);
  const { user } = await openLogin();
  await user.click(screen.getByRole("button", { name }));
  expect(alert).toHaveBeenCalledWith(expect.stringContaining("contact an administrator"));
});

it.each([
  ["does not answer", () => HttpResponse.error()],
  ["is ill", () => HttpResponse.json({ status: "down" }, { status: 503 })],
  ["is not there, and something else answers with a page", () => HttpResponse.html("<p>Hm")],
])("warns when the back end %s, until it is back", async (_, answer) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(http.get("*/health", answer));
  await openLogin();
  expect(await screen.findByText(OFFLINE)).toBeInTheDocument();
  server.use(http.get("*/health", () => HttpResponse.json({ status: "ok" })));
  vi.advanceTimersByTime(5_000);
  await waitFor(() => expect(screen.queryByText(OFFLINE)).not.toBeInTheDocument());
});

it("fills the form with a sample account, which only a demo server names", async () => {
  const people = [
    {
      name: "Robin Castellano",
      email: "demo@example.com",
      password: "lantern-41",
      role: "superadmin",
    },
    {
      name: "Marisol Vega",
      email: "marisol@example.com",
      password: "tortilla-27",
      role: "admin",
      truckSlug: "spicy-burritos",
      truckName: "Spicy Burritos",
    },
  ];
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ demo: true, demoAccounts: people })),
  );
  const { user } = await openLogin();
  const samples = within(await screen.findByRole("region", { name: "Demo sign-ins" }));
  expect(
    samples.getByRole("button", { name: /^Marisol Vega\s*Admin of Spicy Burritos/ }),
  ).toBeVisible();
  await user.click(samples.getByRole("button", { name: /^Robin Castellano\s*Superadmin/ }));
  expect(screen.getByLabelText("Email")).toHaveValue("demo@example.com");
  expect(screen.getByLabelText("Password")).toHaveValue("lantern-41");
});

it("names no sample account where the server names none", async () => {
  await openLogin();
  expect(screen.queryByText("Demo sign-ins")).not.toBeInTheDocument();
});
