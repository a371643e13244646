import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

function chromium(): { executablePath: string } | object {
  const path = process.env.CHROMIUM ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : null);
  return path ? { executablePath: path } : {};
}

export default defineConfig({
  testDir: "journeys",
  // Every worker serves its own product, so each of them keeps a processor busy.
  workers: Number(process.env.E2E_WORKERS ?? Math.min(availableParallelism(), 3)),
  fullyParallel: false,
  retries: 0,
  // Generous: they end what hangs. How fast the product is, the benchmarks say.
  timeout: 120_000,
  // Less than the 15 seconds after which a live screen looks again by itself: a push must do it.
  expect: { timeout: 12_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    // A click that has to scroll a frame of another site into view first can lose its mouse button.
    viewport: { width: 1280, height: 1000 },
    locale: "en-US",
    trace: { mode: "retain-on-failure", screenshots: false },
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
      ],
    },
  },
});
