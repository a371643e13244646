import { afterEach, expect, it, vi } from "vitest";
import { speak } from "@/test/speak";

const { loadStripe } = vi.hoisted(() => ({ loadStripe: vi.fn() }));
vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe }));

import { forgetStripe, stripeFor } from "./stripe-loader";

afterEach(() => speak("en"));

it.each([
  ["en", "en"],
  ["es", "es-419"],
] as const)("the payment provider speaks the language of the screen (%s)", async (...pair) => {
  const [language, locale] = pair;
  const stripe = {};
  loadStripe.mockResolvedValue(stripe);
  speak(language);
  const config = { publishableKey: `pk_test_${language}` } as Parameters<typeof stripeFor>[0];
  expect(await stripeFor(config)).toBe(stripe);
  expect(loadStripe).toHaveBeenLastCalledWith(config.publishableKey, { locale });
});

it("a script that hangs is ended, and asked for once more", async () => {
  loadStripe.mockResolvedValue({});
  const stripeJsUrl = "http://localhost/stripe.js";
  const config = { publishableKey: "pk_test_slow", stripeJsUrl } as Parameters<typeof stripeFor>[0];
  const scripts = () => document.querySelectorAll(`script[src="${stripeJsUrl}"]`);
  const hanging = stripeFor(config);
  const [first] = scripts();
  forgetStripe();
  await expect(hanging).rejects.toThrow("could not be loaded");
  const again = stripeFor(config);
  expect([...scripts()]).not.toContain(first);
  scripts()[0]?.dispatchEvent(new Event("load"));
  expect(await again).toEqual({});
});
