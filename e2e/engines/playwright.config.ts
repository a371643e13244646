import { defineConfig } from "@playwright/test";

/** Playwright only runs the tests here; the browsers are driven by their own protocols. */
export default defineConfig<{ engineName: string }>({
  testDir: ".",
  outputDir: "../test-results/engines",
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  forbidOnly: true,
  reporter: [["list"]],
  projects: ["firefox", "webkit"].map((name) => ({ name, use: { engineName: name } })),
});
