import type { Page, Route } from "@playwright/test";

export type Failure = "unreachable" | "html" | "http-500" | "told-500" | "empty-500";

export const UNREACHABLE = "Unable to connect to server. Please check if the backend is running.";
export const TOLD = "The kitchen computer is rebooting.";

/** Lets one call of the API fail in the browser until the returned function heals it. */
export async function breakCall(
  page: Page,
  path: string,
  failure: Failure,
): Promise<() => Promise<void>> {
  await withoutFirstData(page, path);
  const url = `**/api/${path}`;
  const handler = (route: Route) => answer(route, failure);
  await page.route(url, handler);
  return () => page.unroute(url, handler);
}

/**
 * Presses the button that asks again in the moment in which asking helps again. A live screen may
 * find back by itself as soon as it can (its stream opens, its next look is due); the button then
 * goes from under a pointer that is still on its way. So the pointer gets there first.
 */
export async function tryAgain(
  page: Page,
  heal: () => Promise<void>,
  name: string | RegExp = "Try again",
): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.click({ trial: true });
  const pressed = await button.elementHandle();
  await heal();
  const isPressed = await pressed?.evaluate((node) => {
    const isThere = node.isConnected;
    (node as HTMLElement).click();
    return isThere;
  });
  // It was asking by itself just then: that has helped, or the button comes back.
  if (!isPressed) await button.click({ timeout: 5_000 }).catch(() => undefined);
}

/** Holds one call of the API back, like a very slow line, until the returned function lets it go. */
export async function holdCall(page: Page, path: string): Promise<() => Promise<void>> {
  await withoutFirstData(page, path);
  const url = `**/api/${path}`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = async (route: Route) => {
    await released;
    // The screen may have given the call up meanwhile.
    await route.continue().catch(() => undefined);
  };
  await page.route(url, handler);
  return async () => {
    release();
    await page.unroute(url, handler);
  };
}

/** Answers one call of the API with a body of the test's own. */
export async function answerCall(page: Page, path: string, json: unknown): Promise<void> {
  await withoutFirstData(page, path);
  await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
}

const WITH_FIRST_DATA = /^(trucks\/public|trucks\/by-slug|menu-items\/public)/;
const FIRST_DATA = /<script type="application\/json" id="first-data">.*?<\/script>/s;

/** Lets the pages come without their data, as when the database rests: the browser asks for it then. */
export async function withoutFirstData(page: Page, path = "trucks/public"): Promise<void> {
  if (!WITH_FIRST_DATA.test(path)) return;
  await page.route(
    (url) => /^\/[a-z0-9-]*$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(FIRST_DATA, "");
      await route.fulfill({ response, body });
    },
  );
}

function answer(route: Route, failure: Failure): Promise<void> {
  switch (failure) {
    case "unreachable":
      return route.abort("connectionrefused");
    case "html":
      return route.fulfill({ contentType: "text/html", body: "<h1>Welcome to the proxy</h1>" });
    case "http-500":
      return route.fulfill({ status: 500, json: {} });
    case "told-500":
      return route.fulfill({ status: 500, json: { error: TOLD, code: "internal" } });
    case "empty-500":
      return route.fulfill({ status: 500, body: "" });
  }
}

/** What the client makes of each failure. */
export const SENTENCES: Record<Failure, string> = {
  unreachable: UNREACHABLE,
  html: "Invalid response from server (200)",
  "http-500": "HTTP 500",
  "told-500": TOLD,
  "empty-500": "HTTP 500",
};

/** The page hears of no change by itself: its stream is asked for and never opens. */
export async function withoutNews(page: Page): Promise<void> {
  await page.route(/\/stream$/, () => undefined);
}
