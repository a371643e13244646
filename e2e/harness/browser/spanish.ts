/** For journeys in Spanish: finds what a screen still says in English. */
import { expect, type Page } from "@playwright/test";

/** Words that English sentences are made of and Spanish ones never are. */
const ENGLISH =
  /\b(the|this|your|you|and|of|to|for|is|are|at|with|from|in|by|orders?|items?|saved?|loading|today|tomorrow|ready|pay|paid|payment|pickup|cancel|close|open|name|note|am|pm)\b/i;

/** Expects no English on the screen, in sight or in a name; `data` is what the test itself has put there. */
export async function expectNoEnglish(page: Page, data: readonly string[]): Promise<void> {
  const isEnglish = (text: string) =>
    ENGLISH.test(data.reduce((rest, known) => rest.replaceAll(known, ""), text));
  const found = async () => (await page.evaluate(readScreen)).filter(isEnglish);
  await expect.poll(found, { message: `English on ${page.url()}` }).toEqual([]);
}

/** Every text of the page and every attribute that is read out; runs in the page. */
function readScreen(): string[] {
  const names = ["aria-label", "placeholder", "title", "alt"];
  const elements = [...document.querySelectorAll("body :not(script, style, template)")];
  const texts = elements.flatMap((element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? ""),
  );
  const attributes = elements.flatMap((element) =>
    names.map((name) => element.getAttribute(name) ?? ""),
  );
  return [document.title, ...texts, ...attributes].filter((text) => text.trim() !== "");
}
