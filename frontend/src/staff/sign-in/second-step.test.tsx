import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { readToken } from "@/staff/session/session";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aUser } from "@/test/staff/staff";

const WAITING = {
  token: "pending",
  methods: ["authenticator", "recovery_code"],
  expiresAt: "2026-06-01T12:10:00Z",
};
const WRONG = "This code is not right or no longer valid. Try the newest one, or sign in again.";

beforeEach(() => {
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ demo: false })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.post("*/api/auth/login", () => HttpResponse.json({ secondFactor: WAITING })),
  );
});

/** The second step, which the code 123456 and one recovery code pass. */
function serveSecondStep() {
  return recordCalls("post", "*/api/auth/second-factor", bodyOf, (sent) => {
    const { code, recoveryCode } = sent as { code?: string; recoveryCode?: string };
    return code === "123456" || recoveryCode === "abcde-fghjk"
      ? HttpResponse.json({ token: "t0ken", user: aUser() })
      : HttpResponse.json({ error: WRONG, code: "second_factor_wrong" }, { status: 401 });
  });
}

async function enterPassword() {
  const app = renderApp("/admin/login");
  await app.user.type(await screen.findByLabelText("Email"), "ada@example.com");
  await app.user.type(screen.getByLabelText("Password"), "secret{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Confirm that it is you" });
  return app;
}

it("asks for the code after the password, says what is wrong at the field, and signs in", async () => {
  const sent = serveSecondStep();
  const { user } = await enterPassword();
  const code = screen.getByLabelText("Code");
  await waitFor(() => expect(code).toHaveFocus());
  expect(code).toHaveAttribute("autocomplete", "one-time-code");
  expect(readToken()).toBeNull();
  await user.keyboard("{Enter}");
  expect(code).toHaveAccessibleDescription(/Enter the code/);
  await user.keyboard("000000{Enter}");
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(WRONG));
  await user.clear(code);
  await user.type(code, "123456{Enter}");
  expect(await screen.findByText(/^Login successful!/)).toBeInTheDocument();
  expect(readToken()).toBe("t0ken");
  expect(sent).toEqual([
    { token: "pending", code: "000000" },
    { token: "pending", code: "123456" },
  ]);
});

it("takes a recovery code, and leads back to the password", async () => {
  const sent = serveSecondStep();
  const { user } = await enterPassword();
  await user.click(screen.getByRole("button", { name: "Start again" }));
  expect(await screen.findByLabelText("Password")).toHaveValue("");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  await user.click(await screen.findByRole("button", { name: "Use a recovery code" }));
  const code = screen.getByLabelText("Recovery code");
  await waitFor(() => expect(code).toHaveFocus());
  await user.type(code, "22222-22222{Enter}");
  await waitFor(() =>
    expect(code).toHaveAccessibleDescription(/or it was used already\. Check it/),
  );
  await user.clear(code);
  await user.type(code, "abcde-fghjk{Enter}");
  await screen.findByText(/^Login successful!/);
  expect(sent.at(-1)).toEqual({ token: "pending", recoveryCode: "abcde-fghjk" });
});
