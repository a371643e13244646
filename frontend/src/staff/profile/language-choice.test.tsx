import { cleanup, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import { currentLanguage, LANGUAGE_COOKIE, preferredLanguage } from "@/messages/language";
import { watchReloads } from "@/test/reloads";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { speak } from "@/test/speak";
import { signInAs } from "@/test/staff/staff";

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: it is what the server reads.
  document.cookie = `${LANGUAGE_COOKIE}=; max-age=0; path=/`;
  speak("en");
});

/** Answers a change of the profile, and collects what was sent. */
function takeChanges(answer: (change: object) => Response): object[] {
  const sent: object[] = [];
  server.use(
    http.put("*/api/auth/profile", async ({ request }) => {
      const change = (await request.json()) as object;
      sent.push(change);
      return answer(change);
    }),
  );
  return sent;
}

it("the chosen language is stored with the account and on the device, and the screens speak it", async () => {
  const person = signInAs("admin");
  const sent = takeChanges((change) => HttpResponse.json({ user: { ...person, ...change } }));
  const reload = watchReloads();
  const { user } = renderApp("/admin/profile");
  expect(await screen.findByRole("radio", { name: "English" })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: "Español" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ language: "es" }]);
  expect(localStorage.getItem("chuckwagon.language")).toBe("es");

  // As `main.tsx` does when the page loads again.
  cleanup();
  speak(preferredLanguage());
  renderApp("/admin/profile");
  expect(await screen.findByRole("heading", { name: "Tu perfil" })).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "Español" })).toBeChecked();
  expect(reload).toHaveBeenCalledOnce();
});

it("signing in elsewhere brings the stored language along", async () => {
  const person = signInAs("admin");
  server.use(
    http.get("*/api/auth/verify", () => HttpResponse.json({ user: { ...person, language: "es" } })),
  );
  const reload = watchReloads();
  renderApp("/admin/profile");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(preferredLanguage()).toBe("es");
});

it("who has chosen no language keeps the one of the browser", async () => {
  const person = signInAs("admin");
  server.use(
    http.get("*/api/auth/verify", () => HttpResponse.json({ user: { ...person, language: null } })),
  );
  const reload = watchReloads();
  speak("es");
  renderApp("/admin/profile");
  expect(await screen.findByRole("radio", { name: "Español" })).toBeChecked();
  expect(reload).not.toHaveBeenCalled();
});

it("a choice that could not be saved says so and changes nothing", async () => {
  signInAs("admin");
  const error = "The server is being updated.";
  const sent = takeChanges(() => HttpResponse.json({ success: false, error }, { status: 503 }));
  const reload = watchReloads();
  const { user } = renderApp("/admin/profile");
  await user.click(await screen.findByRole("radio", { name: "Español" }));
  expect(await screen.findByText(error)).toBeInTheDocument();
  expect(sent).toEqual([{ language: "es" }]);
  expect(screen.getByRole("radio", { name: "English" })).toBeChecked();
  expect(currentLanguage()).toBe("en");
  expect(preferredLanguage()).toBe("en");
  expect(localStorage.getItem("chuckwagon.language")).toBe("en");
  expect(reload).not.toHaveBeenCalled();
});
