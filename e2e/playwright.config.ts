import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** Chromium takes one list only, so Playwright's own is repeated here. */
const WITHOUT_FEATURES = [
  // The suggestions of the address bar are two web pages, loaded for every window: a second of processor time each.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // A process in reserve for the next site, made and ended with each window: a page of one site never takes it.
  "SpareRendererForSitePerProcess",
  // Playwright's.
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
];

function chromium(): { executablePath: string } | object {
  const path = process.env.CHROMIUM ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : null);
  return path ? { executablePath: path } : {};
}

export default defineConfig({
  testDir: "journeys",
  // Every worker serves its own product, and waits for it: one worker more keeps every processor busy.
  workers: Number(process.env.E2E_WORKERS ?? availableParallelism() + 1),
  fullyParallel: true,
  retries: process.env.CI ? 1 : 0,
  // Both end what hangs and prove nothing: a test that claims "at once" stops the page's clock, so that no poll helps.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    // A click that has to scroll a frame of another site into view first can lose its mouse button.
    viewport: { width: 1280, height: 1000 },
    locale: "en-US",
    trace: { mode: process.env.CI ? "on-first-retry" : "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      ...chromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A page lives for seconds, too short for V8's optimizing compilers: without them nine journeys take 7 % less
        // processor time (137 s in place of 147). `make proof` runs as customers do.
        ...(process.env.TEST_SUITE === "proof" ? [] : ["--js-flags=--no-opt,--no-maglev"]),
        `--disable-features=${WITHOUT_FEATURES.join(",")}`,
      ],
    },
  },
});
