import type { BrowserContext } from "@playwright/test";

const REPORTS = "/api/client-errors";

/** Adds the page to the list each time that a browser draws a page again, because the server's differs from its own. */
export function watchHydration(context: BrowserContext, mismatches: string[]): void {
  context.on("request", (request) => {
    if (!request.url().endsWith(REPORTS)) return;
    const report = request.postDataJSON() as { kind: string; page: string; message: string };
    if (report.kind === "hydration") mismatches.push(`${report.page}: ${report.message}`);
  });
}
