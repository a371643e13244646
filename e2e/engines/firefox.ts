/** Firefox as installed, driven over WebDriver BiDi. */
import { type Frame, launch, type Page } from "puppeteer-core";
import { type Engine, type Scope, until } from "./engine.ts";

// scripts/engines finds it.
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export async function launchFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: { width: 1280, height: 1000 },
    extraPrefsFirefox: { "intl.locale.requested": "en-US", "intl.accept_languages": "en-US" },
  });
  const page = await browser.newPage();
  return {
    ...scope(page, page),
    open: async (url) => {
      await page.goto(url);
    },
    url: async () => page.url(),
    fillTime: async (target, time) => {
      await page.locator(xpath(target)).click();
      await page.focus(xpath(target));
      await page.keyboard.type(keystrokesOf(time));
    },
    inFrame: async (title, act) => {
      const element = await page.waitForSelector(`iframe[title="${title}"]`);
      const frame = await element?.contentFrame();
      if (!frame) throw new Error(`There is no frame ${title}.`);
      await act(scope(frame, page));
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

function xpath(target: string): string {
  return `::-p-xpath(${target})`;
}

function scope(place: Page | Frame, page: Page): Scope {
  return {
    click: (target) => place.locator(xpath(target)).click(),
    fill: async (target, text) => {
      await place.locator(xpath(target)).click();
      await page.keyboard.type(text);
    },
    chooseNext: async (label) => {
      await page.keyboard.press("Tab");
      await page.keyboard.type(label);
    },
    waitUntilGone: async (target) => {
      await place.waitForSelector(xpath(target), { hidden: true });
    },
    read: (target) =>
      until(target, async () => {
        const element = await place.waitForSelector(xpath(target), { visible: true });
        const shown = await element?.evaluate((found) => found.textContent?.trim());
        if (!shown) throw new Error("It holds no text.");
        return shown;
      }),
  };
}

/** As a person types a time on an American clock: 19:30 is 0730PM. */
function keystrokesOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const digits = [hour % 12 || 12, minute].map((part) => String(part).padStart(2, "0"));
  return `${digits.join("")}${hour < 12 ? "AM" : "PM"}`;
}
