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

/** The page hears of no change by itself: its stream is asked for and never opens. */
export async function withoutNews(page: Page): Promise<void> {
  await page.route(/\/stream$/, () => undefined);
}
