import type { Page } from "@playwright/test";

export interface Violation {
  rule: string;
  blocked: string;
  page: string;
  place: string;
}

/** Collects what the pages' policy forbids from now on, in this page and in its frames. */
export async function watchPolicy(page: Page): Promise<Violation[]> {
  const violations: Violation[] = [];
  await page.exposeBinding("tellViolation", (_source, violation: Violation) => {
    violations.push(violation);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const tell = Reflect.get(window, "tellViolation") as (violation: Violation) => void;
      tell({
        rule: event.effectiveDirective,
        blocked: event.blockedURI,
        page: window.location.href,
        place: `${event.sourceFile}:${event.lineNumber}`,
      });
    });
  });
  return violations;
}
