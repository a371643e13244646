import type { Page } from "@playwright/test";

/**
 * Stops the page's timers, so that what lasts some seconds waits for a slow machine. Its clock must
 * have been installed before the page was opened. What the page is told it notes when time goes on.
 */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 10_000);
}
