import { afterEach, expect, it, vi } from "vitest";
import { speak } from "@/test/speak";

const { loadStripe } = vi.hoisted(() => ({ loadStripe: vi.fn() }));
vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe }));

import { stripeFor } from "./stripe-loader";

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
