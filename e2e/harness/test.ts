import { test as base } from "@playwright/test";
import { newPhone } from "./phones.ts";
import { Product } from "./product.ts";
import { Sandbox } from "./sandbox.ts";

interface TestFixtures {
  /** The provider's books, counting from the start of this test. */
  sandbox: Sandbox;
  /** A number of this test's own; ten digits. */
  phone: string;
  /** Puts what the server said beside a failure. */
  serverLog: undefined;
}

interface WorkerFixtures {
  /** The running product of this worker. */
  product: Product;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a pattern here.
    async ({}, use) => {
      const product = await Product.launch();
      await use(product);
      await product.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  sandbox: async ({ product }, use) => {
    const sandbox = new Sandbox(product);
    await sandbox.startCounting();
    await use(sandbox);
    await sandbox.heal();
  },

  serverLog: [
    async ({ product }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach("server.log", { body: product.log, contentType: "text/plain" });
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright insists on a pattern here.
  phone: async ({}, use, { workerIndex }) => use(newPhone(workerIndex)),
});

export { expect } from "@playwright/test";
