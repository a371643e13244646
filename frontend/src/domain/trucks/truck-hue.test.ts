import { expect, it } from "vitest";
import { hueOf, hueTokens, truckHue } from "./truck-hue";

const slugs = Array.from({ length: 2_000 }, (_, index) => `truck-${index}-${index % 7}`);

it("is the same for the same slug, and a hue", () => {
  for (const slug of slugs) {
    expect(truckHue(slug)).toBe(truckHue(slug));
    expect(truckHue(slug)).toBeGreaterThanOrEqual(0);
    expect(truckHue(slug)).toBeLessThan(360);
  }
});

it("spreads over the whole wheel", () => {
  const counts = new Map<number, number>();
  for (const slug of slugs) counts.set(truckHue(slug), (counts.get(truckHue(slug)) ?? 0) + 1);
  expect(counts.size).toBe(24);
  expect(Math.max(...counts.values())).toBeLessThan((2_000 / 24) * 2);
});

it("gives way to the hue that was chosen for the truck", () => {
  expect(hueOf({ slug: "spicy-burritos", accentHue: 0 })).toBe(0);
  expect(hueOf({ slug: "spicy-burritos", accentHue: 211 })).toBe(211);
  expect(hueOf({ slug: "spicy-burritos", accentHue: null })).toBe(truckHue("spicy-burritos"));
  expect(hueOf({ slug: "spicy-burritos" })).toBe(truckHue("spicy-burritos"));
});

it("is written in words that add up to it", () => {
  expect(hueTokens(0)).toBe("");
  expect(hueTokens(359)).toBe("300 50 9");
  for (let hue = 0; hue < 360; hue++) {
    const words = hueTokens(hue).split(" ").filter(Boolean).map(Number);
    expect(words.reduce((sum, word) => sum + word, 0)).toBe(hue);
  }
});
