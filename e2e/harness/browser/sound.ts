import type { Page } from "@playwright/test";

declare global {
  interface Window {
    tonesPlayed?: number;
  }
}

/** Counts every tone that the next pages of this browser play. */
export async function listen(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.tonesPlayed = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function counted(when) {
      window.tonesPlayed = (window.tonesPlayed ?? 0) + 1;
      start.call(this, when);
    };
  });
  return () => page.evaluate(() => window.tonesPlayed ?? 0);
}
