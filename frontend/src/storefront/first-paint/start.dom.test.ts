import { afterEach, beforeEach, expect, it, vi } from "vitest";
import source from "./start.js?raw";

const PRELOADS = Array.from({ length: 20 }, (_, index) => `/assets/part-${index}.js`);

beforeEach(() => {
  vi.useFakeTimers();
  document.head.replaceChildren();
  vi.stubGlobal("PerformanceObserver", FirstPaint);
  Object.defineProperty(document, "fonts", {
    configurable: true,
    value: { load: () => Promise.resolve([]) },
  });
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, "fonts");
});

/** Reports a first paint at once. */
class FirstPaint {
  constructor(private readonly tell: () => void) {}
  observe(): void {
    this.tell();
  }
}

/** Runs the script as the page does, with the files that its build names. */
function start(): void {
  const script = document.createElement("script");
  script.dataset.code = "/assets/entry.js";
  script.dataset.needs = PRELOADS.join(" ");
  script.dataset.styles = "/assets/entry.css /assets/menu.css";
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  new Function(source)();
}

const added = () =>
  [...document.head.children].map((each) => each.getAttribute("href") ?? each.getAttribute("src"));

it("asks for nothing in the task of the first paint", () => {
  start();
  expect(added()).toEqual([]);
});

it("links the styles before the code that looks for them, and the rest bit by bit", () => {
  start();
  vi.advanceTimersToNextTimer();
  const first = ["/assets/entry.css", "/assets/menu.css", "/assets/entry.js"];
  expect(added()).toEqual([...first, ...PRELOADS.slice(0, 8)]);
  vi.advanceTimersToNextTimer();
  expect(added()).toEqual([...first, ...PRELOADS.slice(0, 16)]);
  vi.advanceTimersToNextTimer();
  expect(added()).toEqual([...first, ...PRELOADS]);
  // Vite's helper skips a file that is linked as a style sheet, of any media.
  for (const link of document.head.querySelectorAll("link[href$='.css']")) {
    expect(link).toHaveAttribute("rel", "stylesheet");
    expect(link).toHaveAttribute("media", "not all");
  }
});

it("asks once, although the time after which it asks comes too", () => {
  start();
  vi.advanceTimersByTime(10_000);
  expect(added()).toHaveLength(3 + PRELOADS.length);
});

it("asks after two seconds in a page that never paints", () => {
  vi.stubGlobal(
    "PerformanceObserver",
    class extends FirstPaint {
      override observe() {}
    },
  );
  start();
  vi.advanceTimersByTime(1_999);
  expect(added()).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(added()).toHaveLength(3 + PRELOADS.length);
});
