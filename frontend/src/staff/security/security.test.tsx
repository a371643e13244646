import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import type { SecurityState } from "@/domain/api/staff-types";
import { expectNoBarriers } from "@/test/barriers";
import { renderApp } from "@/test/render-app";
import { bodyOf, keyOf, recordCalls, server } from "@/test/server";
import { signInAs, UNPROTECTED } from "@/test/staff/staff";

const CODES = ["abcde-fghjk", "22222-33333"];
const PROTECTED: SecurityState = {
  factors: [
    {
      _id: "f".repeat(24),
      kind: "authenticator",
      name: "My phone",
      createdAt: "2026-06-01T12:00:00Z",
      usedAt: null,
    },
  ],
  recoveryCodesLeft: 9,
  isRequired: false,
};
const ASKED = { error: "Please confirm that it is you.", code: "reauthentication_required" };
const START = "*/api/auth/second-factors/authenticator";

function serveSecurity(state: SecurityState) {
  server.use(http.get("*/api/auth/second-factors", () => HttpResponse.json(state)));
}

/** The set-up of an app, which the code 123456 confirms. */
function serveSetUp() {
  const uri = "otpauth://totp/Chuckwagon:ada?secret=ABCDEFGH&issuer=Chuckwagon";
  server.use(http.post(START, () => HttpResponse.json({ secret: "ABCDEFGH", uri })));
  return recordCalls("post", `${START}/confirm`, bodyOf, (sent) =>
    (sent as { code: string }).code === "123456"
      ? HttpResponse.json({ security: PROTECTED, recoveryCodes: CODES })
      : HttpResponse.json(
          { error: "No", fields: { code: "This code is not right." } },
          { status: 400 },
        ),
  );
}

async function openProfile() {
  const app = renderApp("/admin/profile");
  await screen.findByRole("heading", { name: "Security" });
  return app;
}

const press = (name: string | RegExp) => screen.getByRole("button", { name });

it("sets an app up by a code and shows the recovery codes until they are saved", async () => {
  const person = signInAs("admin");
  const sent = serveSetUp();
  server.use(
    http.get("*/api/auth/profile", () =>
      HttpResponse.json({ user: { ...person, hasSecondFactor: true } }),
    ),
  );
  const { user } = await openProfile();
  await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const dialog = await screen.findByRole("dialog", { name: "Set up an authenticator app" });
  expect(within(dialog).getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(within(dialog).getByText("ABCD EFGH")).toBeVisible();
  const code = within(dialog).getByLabelText("Code that the app shows");
  expect(code).toHaveAttribute("autocomplete", "one-time-code");
  expect(code).toHaveAttribute("inputmode", "numeric");
  await user.click(press("Turn on"));
  expect(screen.getByRole("alert")).toHaveTextContent("Enter the code");
  await waitFor(() => expect(code).toHaveFocus());
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  await user.type(code, "000000{Enter}");
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is not right/));
  expect(scrolled.mock.contexts).toContain(code); // what is wrong stands below it, and would not be in sight on a phone
  await user.clear(code);
  const sessions = recordCalls("get", "*/api/auth/sessions", keyOf, () =>
    HttpResponse.json({ sessions: [] }),
  );
  await user.type(code, "123456{Enter}");
  expect(await screen.findByRole("dialog", { name: "Save your recovery codes" })).toBeVisible();
  await waitFor(() => expect(screen.getByText(/^Each one signs you in once/)).toHaveFocus());
  await waitFor(() => expect(sessions).toHaveLength(1)); // the other devices are signed out
  expect(sent.at(-1)).toEqual({ code: "123456", name: "Authenticator app" });
  for (const one of CODES) expect(screen.getByText(one)).toBeVisible();
  await user.click(press("Copy"));
  expect(await navigator.clipboard.readText()).toContain(CODES.join("\n"));
  expect(within(screen.getByRole("dialog")).getByRole("status")).toHaveTextContent("Copied");
  await user.click(press("I have saved them"));
  expect(await screen.findByText("My phone")).toBeVisible();
  expect(screen.getByText(/9 recovery codes are left/)).toBeVisible();
  expect(screen.queryByText("abcde-fghjk")).not.toBeInTheDocument();
});

it("has no barriers with factors and in the set-up", async () => {
  signInAs("admin");
  serveSecurity(PROTECTED);
  serveSetUp();
  const { user } = await openProfile();
  await screen.findByText("My phone");
  await expectNoBarriers();
  await user.click(press("Add another app"));
  await screen.findByRole("dialog");
  await expectNoBarriers();
});

it("removes a factor once it is confirmed", async () => {
  const person = signInAs("admin");
  serveSecurity(PROTECTED);
  server.use(http.get("*/api/auth/profile", () => HttpResponse.json({ user: person })));
  const removed = recordCalls(
    "delete",
    "*/api/auth/second-factors/:id",
    ({ url }) => url.split("/").at(-1),
    () => HttpResponse.json(UNPROTECTED),
  );
  const { user } = await openProfile();
  await user.click(await screen.findByRole("button", { name: "Remove My phone" }));
  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent("Your password alone will sign you in again");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(/Your password alone signs you in\./)).toBeVisible();
  expect(removed).toEqual([PROTECTED.factors[0]?._id]);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Security" })).toHaveFocus());
});

it("offers no removal of the last factor where one is required", async () => {
  signInAs("admin");
  serveSecurity({ ...PROTECTED, isRequired: true });
  await openProfile();
  await screen.findByText("My phone");
  expect(screen.queryByRole("button", { name: /^Remove/ })).not.toBeInTheDocument();
});

it("says that the factors could not be loaded, and tries again", async () => {
  signInAs("admin");
  server.use(
    http.get("*/api/auth/second-factors", () =>
      HttpResponse.json({ error: "No" }, { status: 503 }),
    ),
  );
  const { user } = await openProfile();
  await screen.findByText("We could not load your second factors");
  serveSecurity(UNPROTECTED);
  await user.click(press("Try again"));
  expect(await screen.findByRole("button", { name: /Set up/ })).toBeVisible();
});

it("asks for the factor where the server wants it, and sends the request again", async () => {
  signInAs("admin");
  serveSecurity(PROTECTED);
  let isProven = false;
  const proofs = recordCalls("post", "*/api/auth/proof", bodyOf, (sent) => {
    isProven = (sent as { code?: string }).code === "123456";
    return isProven
      ? HttpResponse.json({ provenUntil: "2026-06-01T12:00:00Z" })
      : HttpResponse.json({ error: "No", fields: { code: "Not right." } }, { status: 400 });
  });
  server.use(
    http.post("*/api/auth/second-factors/recovery-codes", () =>
      isProven
        ? HttpResponse.json({ recoveryCodes: CODES })
        : HttpResponse.json(ASKED, { status: 403 }),
    ),
  );
  const { user } = await openProfile();
  await user.click(await screen.findByRole("button", { name: "Make new recovery codes" }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Make new codes" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  const code = await within(dialog).findByLabelText("Code");
  await waitFor(() => expect(code).toHaveFocus());
  await user.type(code, "000000{Enter}");
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Not right/));
  await user.clear(code);
  await user.type(code, "123456{Enter}");
  expect(await screen.findByText("abcde-fghjk")).toBeVisible();
  expect(proofs).toEqual([{ code: "000000" }, { code: "123456" }]);
});

it("asks who has no factor for the password, and a closed dialog says that it was not done", async () => {
  signInAs("admin");
  server.use(http.post(START, () => HttpResponse.json(ASKED, { status: 403 })));
  const { user } = await openProfile();
  await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  expect(await within(dialog).findByLabelText("Password")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(
    await screen.findByText(/You did not confirm that it is you, so this was not done\.$/),
  ).toBeVisible();
  expect(screen.queryByText(/confirm that it is you\./)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(press("Set up an authenticator app")).toHaveFocus());
});

it("asks for the password once the factor was removed elsewhere", async () => {
  signInAs("admin");
  serveSecurity(PROTECTED);
  server.use(http.post(START, () => HttpResponse.json(ASKED, { status: 403 })));
  const { user } = await openProfile();
  await screen.findByText("My phone");
  serveSecurity(UNPROTECTED);
  await user.click(press("Add another app"));
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  expect(await within(dialog).findByLabelText("Password")).toBeVisible();
  expect(within(dialog).queryByLabelText("Code")).not.toBeInTheDocument();
});

it("sends a password with the spaces around it", async () => {
  signInAs("admin");
  server.use(http.post(START, () => HttpResponse.json(ASKED, { status: 403 })));
  const proofs = recordCalls("post", "*/api/auth/proof", bodyOf, () =>
    HttpResponse.json({ provenUntil: "2026-06-01T12:00:00Z" }),
  );
  const { user } = await openProfile();
  await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  await user.type(await within(dialog).findByLabelText("Password"), " two spaces {Enter}");
  await waitFor(() => expect(proofs).toEqual([{ password: " two spaces " }]));
});

it("shows nothing but the set-up to who needs a factor and has none", async () => {
  const person = signInAs("superadmin");
  server.use(
    http.get("*/api/auth/verify", () =>
      HttpResponse.json({ user: { ...person, needsSecondFactor: true } }),
    ),
    http.get("*/api/auth/profile", () => HttpResponse.json({ user: person })),
  );
  serveSetUp();
  const { user } = renderApp("/admin/profile");
  await screen.findByRole("heading", { level: 1, name: "Set up a second factor" });
  await user.click(press("Set up an authenticator app"));
  await user.type(await screen.findByLabelText("Code that the app shows"), "123456{Enter}");
  await user.click(await screen.findByRole("button", { name: "I have saved them" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
});
