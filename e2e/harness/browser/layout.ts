import { expect, type Locator, type Page } from "@playwright/test";

/** A page must never scroll sideways, and neither may a dialog on it. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate(sideExcess);
  // Often, because a drawer fits as soon as it has slid in.
  const how = { message: `sideways scroll on ${page.url()}`, intervals: [50] };
  await expect.poll(excess, how).toBe(0);
}

/**
 * How many pixels are out of sight at a side; runs in the page. A dialog is fixed to the window: what is too wide in it
 * never widens the document, but sticks out of the window or makes a part of the dialog scroll.
 */
function sideExcess(): number {
  const root = document.documentElement;
  const hidden = (box: Element) => box.scrollWidth - box.clientWidth;
  const overhang = (box: Element) => {
    const { left, right } = box.getBoundingClientRect();
    return Math.round(Math.max(-left, right - root.clientWidth));
  };
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const scrollers = dialogs
    .flatMap((dialog) => [...dialog.querySelectorAll("*")])
    .filter((box) => ["auto", "scroll"].includes(getComputedStyle(box).overflowX));
  return Math.max(...[root, ...dialogs, ...scrollers].map(hidden), ...dialogs.map(overhang));
}

/** No word may break in its middle, as "Subtota-l" would beside a price that leaves it too little room. */
export async function expectWholeWords(page: Page): Promise<void> {
  const how = { message: `words that break on ${page.url()}`, intervals: [50] };
  await expect.poll(() => page.evaluate(brokenWords), how).toEqual([]);
}

/** The words of the page that stand on two lines; runs in the page. Very long ones, and addresses of mail, may. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest(".visually-hidden"))
      continue;
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      if (word.length > 18 || word.includes("@")) continue;
      for (const part of word.matchAll(/[\p{L}\p{N}.,$]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index + part.index);
        range.setEnd(node, index + part.index + part[0].length);
        const lines = new Set(
          [...range.getClientRects()]
            .filter(({ width }) => width > 0)
            .map(({ top }) => Math.round(top)),
        );
        if (lines.size > 1) broken.push(part[0]);
      }
    }
  }
  return broken;
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
