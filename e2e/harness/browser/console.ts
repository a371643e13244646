import type { Page } from "@playwright/test";

/** What the browser says of its own drawing where there is no graphics card. */
const SLOW_DRAWING = /^\[\.WebGL-\w+\]GL Driver Message/;

/** Collects what a browser's console complains about from now on, frames included. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (SLOW_DRAWING.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return complaints;
}
