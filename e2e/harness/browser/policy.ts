import type { BrowserContext } from "@playwright/test";

export interface Violation {
  directive: string;
  blocked: string;
  page: string;
  source: string;
}

/**
 * Adds to the list what the policy of pages forbids from now on, in all pages of the context and in their frames.
 * What a worker's own policy forbids is told to the worker alone, and not seen here.
 */
export async function watchPolicy(context: BrowserContext, violations: Violation[]): Promise<void> {
  await context.exposeBinding("tellViolation", (_source, violation: Violation) => {
    if (!isOfTrace(violation)) violations.push(violation);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const tell = Reflect.get(window, "tellViolation") as (violation: Violation) => void;
      tell({
        directive: event.effectiveDirective,
        blocked: event.blockedURI,
        page: window.location.href,
        source: `${event.sourceFile}:${event.lineNumber}`,
      });
    });
  });
}

/** The recorder of traces reads the page's blobs again. No script does so, hence there is no line. */
function isOfTrace({ directive, blocked, source }: Violation): boolean {
  return directive === "connect-src" && blocked === "blob" && source === ":0";
}
