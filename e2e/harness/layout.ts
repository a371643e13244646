import { expect, type Locator, type Page } from "@playwright/test";

/** A page must never scroll sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(excess, `sideways scroll on ${page.url()}`).toBe(0);
}

/** Waits for every image in view; the network itself is never idle, because live screens keep a stream open. */
export async function imagesLoaded(page: Page): Promise<void> {
  const areLoaded = () =>
    [...document.images].every((image) => image.complete || image.loading === "lazy");
  await expect.poll(() => page.evaluate(areLoaded)).toBe(true);
}

/** Waits until whatever moves has come to rest; a spinner never does and is left out. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(
        (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}

/** Until the code has taken over this part of a page that came with its content. */
export async function takenOver(part: Locator): Promise<void> {
  const isAnswered = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps"));
  await expect.poll(() => part.evaluate(isAnswered)).toBe(true);
}
