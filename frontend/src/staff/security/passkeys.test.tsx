import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { readToken } from "@/staff/session/session";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aUser, signInAs } from "@/test/staff/staff";

const { startAuthentication, startRegistration } = vi.hoisted(() => ({
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
}));
vi.mock("@simplewebauthn/browser", () => ({ startAuthentication, startRegistration }));

const FACTOR = {
  _id: "a".repeat(24),
  kind: "passkey",
  name: "Tablet",
  createdAt: "2026-11-20T18:00:00Z",
  usedAt: null,
};
const SECURITY = { factors: [FACTOR], recoveryCodesLeft: 10, isRequired: false };

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", class {});
  startAuthentication.mockResolvedValue({ id: "signed" });
  startRegistration.mockResolvedValue({ id: "made" });
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ demo: false })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.post("*/api/auth/second-factors/passkey", () => HttpResponse.json({ options: { a: 1 } })),
  );
  return () => vi.unstubAllGlobals();
});

it("signs in by a passkey alone", async () => {
  const asked = recordCalls("post", "*/api/auth/passkey/options", bodyOf, () =>
    HttpResponse.json({ options: { challenge: "c" } }),
  );
  const sent = recordCalls("post", "*/api/auth/passkey", bodyOf, () =>
    HttpResponse.json({ token: "t0ken", user: aUser() }),
  );
  const { user } = renderApp("/admin/login");
  await user.click(await screen.findByLabelText("Remember me"));
  await user.click(screen.getByRole("button", { name: "Sign in with a passkey" }));
  await screen.findByText(/Login successful/);
  expect(readToken()).toBe("t0ken");
  expect(asked).toEqual([{ token: null }]);
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: "c" } });
  expect(sent).toEqual([{ credential: { id: "signed" }, remember: true }]);
});

it("says when no passkey was used, in words for people", async () => {
  server.use(http.post("*/api/auth/passkey/options", () => HttpResponse.json({ options: {} })));
  startAuthentication.mockRejectedValue(new Error("The operation was not allowed"));
  const { user } = renderApp("/admin/login");
  await user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("No passkey was used. Try again.");
});

it("is not offered where the browser knows none", async () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  renderApp("/admin/login");
  await screen.findByRole("heading", { level: 1, name: "Sign in" });
  expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
});

it("is the second step after the password", async () => {
  const waiting = { token: "pending", methods: ["passkey"], expiresAt: "2026-06-01T12:10:00Z" };
  server.use(
    http.post("*/api/auth/login", () => HttpResponse.json({ secondFactor: waiting })),
    http.post("*/api/auth/passkey/options", () => HttpResponse.json({ options: {} })),
  );
  const sent = recordCalls("post", "*/api/auth/second-factor", bodyOf, () =>
    HttpResponse.json({ token: "t0ken", user: aUser() }),
  );
  const { user } = renderApp("/admin/login");
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  await user.click(await screen.findByRole("button", { name: "Use a passkey" }));
  await waitFor(() => expect(sent).toEqual([{ token: "pending", passkey: { id: "signed" } }]));
});

it("is added under the name of its device, and shows the recovery codes of a first factor", async () => {
  signInAs("admin");
  const sent = recordCalls("post", "*/api/auth/second-factors/passkey/confirm", bodyOf, () =>
    HttpResponse.json({ security: SECURITY, recoveryCodes: ["ab12-cd34e"] }),
  );
  const { user } = renderApp("/admin/profile");
  await user.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await screen.findByRole("dialog", { name: "Save your recovery codes" });
  expect(screen.getByText("ab12-cd34e")).toBeVisible();
  expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { a: 1 } });
  expect(sent).toEqual([{ name: expect.any(String), credential: { id: "made" } }]);
});

it("is renamed", async () => {
  signInAs("admin");
  server.use(http.get("*/api/auth/second-factors", () => HttpResponse.json(SECURITY)));
  const named = { ...SECURITY, factors: [{ ...FACTOR, name: "Blue tablet" }] };
  const sent = recordCalls("patch", "*/api/auth/second-factors/:id", bodyOf, () =>
    HttpResponse.json(named),
  );
  const { user } = renderApp("/admin/profile");
  await user.click(await screen.findByRole("button", { name: "Rename Tablet" }));
  const field = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(field);
  await user.type(field, "Blue tablet{Enter}");
  await screen.findByRole("button", { name: "Rename Blue tablet" });
  expect(sent).toEqual([{ name: "Blue tablet" }]);
});
