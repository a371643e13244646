import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@/domain/api/client";
import { messages as m } from "@/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aUser, signInAs } from "@/test/staff/staff";
import { keepToken, REFRESH_TIMER_MS, readToken } from "./session";

const STORAGE_KEY = "chuckwagon.token";

beforeEach(() => {
  server.use(
    http.get("*/api/*", () => HttpResponse.json({ error: "Not here" }, { status: 404 })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
  );
});

/** What the browser tells this tab when another one wrote. */
function tellStorage(key: string | null, newValue: string | null) {
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  });
}

function address() {
  return screen.getByLabelText("Address").textContent;
}

async function openProfile(role: "admin" | "superadmin" = "admin") {
  const person = signInAs(role);
  const app = renderApp("/admin/profile");
  await screen.findByRole("heading", { level: 1, name: "Your profile" });
  return { ...app, person };
}

it("asks the server whose the kept token is, and lets that user in", async () => {
  const asked: (string | null)[] = [];
  signInAs("admin");
  const token = readToken();
  server.use(
    http.get("*/api/auth/verify", ({ request }) => {
      asked.push(request.headers.get("authorization"));
      return HttpResponse.json({ user: aUser({ name: "Marisol Vega" }) });
    }),
  );
  renderApp("/admin/profile");
  expect(await screen.findByDisplayValue("Marisol Vega")).toBeVisible();
  expect(asked).toEqual([`Bearer ${token}`]);
  expect(readToken()).toBe(token);
});

it("discards a token that the server refuses", async () => {
  keepToken("long gone");
  server.use(
    http.get("*/api/auth/verify", () =>
      HttpResponse.json({ error: "Please sign in" }, { status: 401 }),
    ),
  );
  renderApp("/admin/profile");
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(readToken()).toBeNull();
});

it.each([
  ["does not answer", () => HttpResponse.error(), m.failures.noConnection],
  ["is out", () => HttpResponse.json({ error: "Back soon." }, { status: 503 }), "Back soon."],
  [
    "answers with a page",
    () => HttpResponse.html("<!doctype html><p>Hello"),
    "Invalid response from server (200)",
  ],
  [
    "answers with the sign-in page of a proxy",
    () => HttpResponse.html("<p>Proxy", { status: 401 }),
    "Invalid response from server (401)",
  ],
])(
  "keeps the token when the server %s, says so, and goes on when it is back",
  async (_, answer, sentence) => {
    const person = signInAs("admin");
    const token = readToken();
    server.use(http.get("*/api/auth/verify", answer));
    const { user } = renderApp("/admin/profile");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("We could not check your sign-in");
    expect(alert).toHaveTextContent(sentence);
    expect(readToken()).toBe(token);
    expect(address()).toBe("/admin/profile");

    server.use(http.get("*/api/auth/verify", () => HttpResponse.json({ user: person })));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Your profile" })).toBeVisible();
  },
);

it("signs out at once: token, user and every cached answer are gone", async () => {
  const told = vi.fn();
  server.use(
    http.post("*/api/auth/logout", ({ request }) => {
      told(request.headers.get("authorization"));
      // Not awaited.
      return new Promise<never>(() => undefined);
    }),
  );
  const { user, client } = await openProfile();
  const token = readToken();
  client.setQueryData(["orders"], [{ customerName: "Ada Lovelace" }]);
  await user.click(screen.getAllByRole("button", { name: "Sign out" })[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(address()).toBe("/admin/login");
  expect(readToken()).toBeNull();
  expect(client.getQueryData(["orders"])).toBeUndefined();
  await waitFor(() => expect(told).toHaveBeenCalledWith(`Bearer ${token}`));
});

it("does not mind when the server cannot be told about it", async () => {
  server.use(http.post("*/api/auth/logout", () => HttpResponse.error()));
  const { user } = await openProfile();
  await user.click(screen.getAllByRole("button", { name: "Sign out" })[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
});

it.each([
  ["the token was removed", STORAGE_KEY],
  ["everything was removed", null],
])("signs out when %s in another tab", async (_, key) => {
  const { client } = await openProfile();
  client.setQueryData(["orders"], ["secret"]);
  localStorage.clear();
  tellStorage(key, null);
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(client.getQueryData(["orders"])).toBeUndefined();
});

it("stays signed in when another tab writes something else", async () => {
  await openProfile();
  tellStorage("chuckwagon.theme", "dark");
  expect(screen.getByRole("heading", { name: "Your profile" })).toBeVisible();
});

it("follows a sign-in of another tab", async () => {
  renderApp("/admin/login");
  await screen.findByRole("heading", { name: "Sign in" });
  signInAs("admin");
  tellStorage(STORAGE_KEY, readToken());
  await waitFor(() => expect(address()).toBe("/admin/dashboard"));
});

it("shows nothing of the former user when another one signs in elsewhere", async () => {
  const { client } = await openProfile();
  client.setQueryData(["orders"], ["secret"]);
  signInAs("superadmin");
  tellStorage(STORAGE_KEY, readToken());
  expect(await screen.findByDisplayValue("Sol")).toBeVisible();
  expect(client.getQueryData(["orders"])).toBeUndefined();
});

it("ends when any call is refused, says so, and comes back to the same page", async () => {
  const { user } = await openProfile();
  server.use(
    http.get("*/api/users", () => HttpResponse.json({ error: "Sign in" }, { status: 401 })),
    http.post("*/api/auth/login", () =>
      HttpResponse.json({ token: "fresh", user: aUser({ name: "Ada" }) }),
    ),
  );
  await act(() => api.GET("/api/users").catch(() => undefined));
  expect(await screen.findByText(m.signIn.session.ended)).toBeInTheDocument();
  expect(readToken()).toBeNull();

  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "right-one{Enter}");
  await waitFor(() => expect(address()).toBe("/admin/profile"));
});

it("does not let a late refusal of an old token end the new session", async () => {
  await openProfile();
  const current = readToken();
  server.use(
    http.get("*/api/users", () => HttpResponse.json({ error: "Sign in" }, { status: 401 })),
  );
  await api
    .GET("/api/users", { headers: { Authorization: "Bearer an-older-one" } })
    .catch(() => undefined);
  expect(readToken()).toBe(current);
  expect(screen.getByRole("heading", { name: "Your profile" })).toBeVisible();
});

it("has a timer of 23 hours that renews nothing", async () => {
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  await openProfile();
  const timers = setTimer.mock.calls.filter(([, delay]) => delay === REFRESH_TIMER_MS);
  expect(timers).toHaveLength(1);
  const [[goOff]] = timers as [[() => void]];
  expect(REFRESH_TIMER_MS).toBe(23 * 60 * 60 * 1000);

  const called = vi.spyOn(globalThis, "fetch");
  const token = readToken();
  goOff();
  expect(called).not.toHaveBeenCalled();
  expect(readToken()).toBe(token);
  expect(screen.getByRole("heading", { name: "Your profile" })).toBeVisible();
});
