import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { messages as m } from "@/messages";
import { choosing as spanish } from "@/messages/es/truck";
import { LANGUAGE_COOKIE, preferredLanguage } from "@/messages/language";
import { watchReloads } from "@/test/reloads";
import { speak } from "@/test/speak";
import { LanguageSwitch } from "@/ui/controls/language-and-theme";

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: it is what the server reads.
  document.cookie = `${LANGUAGE_COOKIE}=; max-age=0; path=/`;
  speak("en");
});

it("is remembered on the device and told to the server, and the page loads again in Spanish", async () => {
  const reload = watchReloads();
  render(<LanguageSwitch />);
  await userEvent.click(screen.getByRole("button", { name: "Español" }));
  expect(localStorage.getItem("chuckwagon.language")).toBe("es");
  expect(document.cookie).toContain("language=es");
  expect(reload).toHaveBeenCalledOnce();
  expect(preferredLanguage()).toBe("es");
});

it.each([
  ["https://street.example/", "; samesite=lax; secure"],
  ["http://localhost/", "; samesite=lax"],
])("is sent over https only where the site is at %s", async (address, end) => {
  watchReloads();
  vi.spyOn(document, "URL", "get").mockReturnValue(address);
  const cookie = vi.spyOn(document, "cookie", "set");
  render(<LanguageSwitch />);
  await userEvent.click(screen.getByRole("button", { name: "Español" }));
  expect(cookie.mock.calls).toEqual([
    [expect.stringMatching(`^language=es; path=/; .*\\d${end}$`)],
  ]);
});

it("leads back to English", () => {
  speak("es");
  expect(m.controls.preview).toBe(spanish.controls.preview);
  render(<LanguageSwitch />);
  expect(screen.getByRole("button", { name: "English" })).toHaveAttribute("lang", "en");
});

it.each([
  [["es-MX", "en-US"], "es"],
  [["fr-CA", "es-US"], "es"],
  [["fr-FR"], "en"],
])("a browser that speaks %j gets %s", (languages, expected) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  expect(preferredLanguage()).toBe(expected);
});
