import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { defineConfig, mergeConfig } from "vitest/config";
import { flakyReport } from "./scripts/flaky-report.ts";
import viteConfig from "./vite.config.ts";

/** A pure module is tested in Node. Pages, components and what uses the DOM get a browser's globals. */
const NEEDS_DOM = ["src/**/*.test.tsx", "src/**/*.dom.test.ts"];

// Each file has modules of its own, too short-lived for V8's optimizing compiler: without it they take 6 % less
// processor time (50 s in place of 53 for 231 page tests, by turns; --no-maglev saves nothing here). V8 has one set of
// flags for a process, and both pools below are threads of this one.
setFlagsFromString("--no-opt");

export default mergeConfig(
  viteConfig,
  defineConfig({
    plugins: [flakyReport(process.env.FLAKY_REPORT)],
    test: {
      // Ends what hangs; no test may depend on the speed of the machine.
      testTimeout: 20_000,
      // A clock that runs by itself goes in steps of this many milliseconds: each timer of a page waits for the next one.
      fakeTimers: { advanceTimeDelta: 1 },
      // Page tests wait for the next frame and the next answer: one worker more keeps every processor busy.
      maxWorkers: availableParallelism() + 1,
      retry: process.env.CI ? 1 : 0,
      restoreMocks: true,
      unstubGlobals: true,
      projects: [
        {
          extends: true,
          test: {
            name: "node",
            environment: "node",
            include: ["src/**/*.test.ts"],
            exclude: NEEDS_DOM,
            pool: "threads",
            isolate: false,
            setupFiles: ["./src/test/messages.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "jsdom",
            environment: "jsdom",
            environmentOptions: { jsdom: { url: "http://localhost:3000" } },
            include: NEEDS_DOM,
            // jsdom is loaded once per worker; each file still has a window and modules of its own.
            pool: "vmThreads",
            setupFiles: ["./src/test/node-realm.ts", "./src/test/setup.ts"],
            css: { modules: { classNameStrategy: "non-scoped" } },
          },
        },
      ],
    },
  }),
);
