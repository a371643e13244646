import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { aPlatformDashboard, aTruckDashboard } from "./staff/dashboards";
import { startServer } from "./start-server";
import { CONFIG } from "./storefront/checkout-fixtures";

/**
 * The back end of a test: nothing answers but what the test says, and any other call fails it. Only
 * the public settings are there, the streams of live screens, which have nothing to tell, nothing that needs
 * the staff, a drawer without cash, no card readers, printers or tablets, and an ear for lost demand.
 */
export const server = setupServer(
  http.get("*/stream", () => new Promise<never>(() => undefined)),
  http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  http.get("*/api/dashboard", () => HttpResponse.json(aPlatformDashboard())),
  http.get("*/api/trucks/:id/dashboard", () => HttpResponse.json(aTruckDashboard())),
  http.get("*/api/drawer-sessions", () =>
    HttpResponse.json({ sessions: [], open: null, waitingCash: 0, nextCursor: null }),
  ),
  http.get("*/api/readers", () => HttpResponse.json({ readers: [] })),
  http.get("*/api/printers", () => HttpResponse.json({ printers: [] })),
  http.get("*/api/devices", () => HttpResponse.json({ devices: [] })),
  http.get("*/api/counter-payments", () => HttpResponse.json({ counterPayments: [] })),
  http.post("*/api/trucks/:slug/demand", () => new HttpResponse(null, { status: 204 })),
);

startServer(server);

/** Answers a call and returns what was sent, growing with each call; `read` says what of a request that is. */
export function recordCalls<Sent>(
  method: "get" | "post" | "put" | "patch" | "delete",
  path: string,
  read: (request: Request) => Sent | Promise<Sent>,
  answer: (sent: Sent) => Response | Promise<Response>,
): Sent[] {
  const calls: Sent[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const sent = await read(request);
      calls.push(sent);
      return answer(sent);
    }),
  );
  return calls;
}

/** Answers a list page by page; a cursor is the number of a page. Returns the queries. */
export function recordPages(path: string, list: string, pages: unknown[][]): URLSearchParams[] {
  const read = ({ url }: Request) => new URL(url).searchParams;
  return recordCalls("get", path, read, (query) => {
    const page = Number(query.get("cursor") ?? 0);
    const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
    return HttpResponse.json({ [list]: pages[page] ?? [], total: pages.flat().length, nextCursor });
  });
}

export async function bodyOf(request: Request): Promise<unknown> {
  return request.json();
}

export function keyOf({ headers }: Request): string | null {
  return headers.get("Idempotency-Key");
}

export async function bodyAndKeyOf(request: Request) {
  return { body: await bodyOf(request), key: keyOf(request) };
}

export function queryOf({ url }: Request): string {
  return new URL(url).searchParams.toString();
}
