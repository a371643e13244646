import { useToasts } from "@/ui/feedback/toast";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import "./messages";

// Both end what hangs, and no slow machine reaches them: shorter than the time-out of a test.
configure({ asyncUtilTimeout: 10_000, getElementError });

afterEach(() => {
  cleanup();
  // A test may have forbidden the storage.
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  // As when another tab clears all: what a session does beside its screens ends with it.
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  window.history.replaceState(null, "", "/");
  useToasts.setState({ toasts: [] });
});

/** Prints the page when its message is read: waiting makes an error each time it looks, and reads only the last. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? "");
  error.name = "TestingLibraryElementError";
  const ignored = getConfig().defaultIgnore;
  const print = () =>
    [message, `Ignored nodes: ${ignored}\n${prettyDOM(container)}`].filter(Boolean).join("\n\n");
  return Object.defineProperty(error, "message", { get: print, configurable: true });
}

// As in index.html.
document.documentElement.lang = "en";
window.scrollTo = vi.fn() as typeof window.scrollTo;
// As the newest browsers do: an effect that gives its answer back would hand React a promise to end it with.
Element.prototype.scrollIntoView = () => Promise.resolve();
// jsdom keeps no entries, and the fake timers copy what the prototype has.
Performance.prototype.getEntriesByType = () => [];
