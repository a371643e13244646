import type { EventEmitter } from "node:events";
import { onTestFinished, vi } from "vitest";

declare const jsdom: { virtualConsole: EventEmitter };

/** Called for each reload of the page: jsdom cannot reload, and reports that it was asked to. */
export function watchReloads() {
  const reloaded = vi.fn();
  jsdom.virtualConsole.on("jsdomError", reloaded);
  onTestFinished(() => void jsdom.virtualConsole.off("jsdomError", reloaded));
  return reloaded;
}
