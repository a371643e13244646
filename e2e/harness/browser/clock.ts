/**
 * The pages' clock belongs to the test. It is installed in every browser context of the harness and runs at the speed
 * of the real one until a test stops it; then toasts, undo, polls and redirects happen when the test says so.
 *
 * A clock belongs to a context: stopping it stops every tab of that browser, the provider's frames included. What runs
 * on with a stopped clock: calls of the API, server-sent events, service workers, CSS transitions and animations.
 * What does not: setTimeout, setInterval, requestAnimationFrame, requestIdleCallback, AbortSignal.timeout, Date.
 * TanStack Query tells the page of new data with `setTimeout(0)`, so a stopped page shows nothing new that the server
 * says, and a page that is opened with a stopped clock stays at "Loading...". Hence: stop the time after the page is
 * there, look at what the server says with `expectWithin`, and run axe, `settle` and navigation with the clock running.
 */
import type { BrowserContext, Page } from "@playwright/test";

/** Installs the clock in all pages of a context that has none yet. */
export async function installClock(context: BrowserContext): Promise<void> {
  const key = "chuckwagon.native-performance";
  await context.addInitScript((name) => {
    Reflect.set(window, Symbol.for(name), window.performance);
  }, key);
  await context.clock.install();
  // What a test lets pass has passed for the server, too: otherwise the page would go back to the server's time.
  await context.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (this: Headers, name: string) {
      return name.toLowerCase() === "date" ? new Date().toUTCString() : get.call(this, name);
    };
  });
  // The installed `performance` knows no entries; the pages read from them how old the data is that came with them.
  await context.addInitScript((name) => {
    const native = Reflect.get(window, Symbol.for(name)) as Performance | undefined;
    if (!native || native === window.performance) return;
    for (const method of ["getEntries", "getEntriesByName", "getEntriesByType"] as const) {
      Object.defineProperty(window.performance, method, { value: native[method].bind(native) });
    }
    const { timeOrigin } = native;
    Object.defineProperty(window.performance, "timeOrigin", { value: timeOrigin });
    Object.defineProperty(window.performance, "now", { value: () => Date.now() - timeOrigin });
  }, key);
}

const LONGEST_MARGIN_MS = 30_000;

/** Stops the clock of all tabs of the page's browser, at most a moment ahead of the real time. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // A clock can only be stopped at a time to come, and on a busy machine the call itself takes time.
  for (let margin = 100; ; margin *= 2) {
    try {
      await page.clock.pauseAt(now + margin);
      return;
    } catch (error) {
      if (margin > LONGEST_MARGIN_MS) throw error;
    }
  }
}

/** Lets a stopped clock pass `milliseconds`; every timer due on the way is called. */
export async function advance(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
}

/**
 * Expects something of a page whose clock is stopped before `milliseconds` of the page's time have passed. The clock
 * moves on in small steps that each leave the machine time, so a busy machine takes longer and no less of the page's
 * time: what is shown within less than a poll's interval was pushed.
 *
 *     await expectWithin(page, 10_000, (step) => expect(page.getByText("Ready!")).toBeVisible(step));
 */
export async function expectWithin(
  page: Page,
  milliseconds: number,
  expectation: (step: { timeout: number }) => Promise<void>,
): Promise<void> {
  const steps = 200;
  for (let step = 1; ; step += 1) {
    try {
      await expectation({ timeout: 100 });
      return;
    } catch (error) {
      if (step > steps) throw error;
    }
    await advance(page, milliseconds / steps);
  }
}

/** Lets a stopped clock run on by itself. */
export async function resumeTime(page: Page): Promise<void> {
  await page.clock.resume();
}

/** Makes the clock of a device wrong in all its pages; for tests with `pageClock: "native"`. The server's stays right. */
export async function setDeviceClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript((ahead) => {
    const Right = Date;
    const now = () => Right.now() + ahead;
    window.Date = new Proxy(Right, {
      apply: () => new Right(now()).toString(),
      construct: (target, given, wanted) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, wanted),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
  }, aheadMs);
}
