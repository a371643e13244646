import type { Page } from "@playwright/test";

declare global {
  interface Window {
    tonesPlayed?: number;
    wasTouched?: boolean;
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

/** Keeps the next pages silent until a real press, as a browser does that nobody has touched. */
export async function untouched(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener(
      "pointerdown",
      () => {
        window.wasTouched = true;
      },
      true,
    );
    // The driver's own looks into the page count as touches otherwise.
    Object.defineProperty(navigator.userActivation, "hasBeenActive", {
      get: () => window.wasTouched === true,
    });
  });
}
