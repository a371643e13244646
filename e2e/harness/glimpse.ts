import type { Page } from "@playwright/test";

/**
 * Waits for a sentence that stands for about a second, looking at every frame that the page paints:
 * an assertion that asks again once a second could come too early and too late. To be called before
 * what brings the sentence, and awaited after it; it lasts through a reload.
 */
export async function glimpse(page: Page, sentence: string): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden tells nobody.
  await page.waitForFunction((text) => document.body?.innerText.includes(text), sentence, {
    polling: "raf",
  });
}
