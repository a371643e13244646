/**
 * `test` and `expect` of every journey.
 *
 * A worker has one running product; a test has a truck of its own, phone numbers of its own and, where it asks for one,
 * an admin of its own. The demo trucks are read-only: the helpers that change something take an `OwnTruck` or `OwnOrder`,
 * and a test that changed a demo truck all the same fails (`demo-trucks.ts`).
 * State is arranged through the API (`placeOrder`, `createMenuItem`, `createAdmin`, …) and the pages' clock is the
 * test's (`clock.ts`).
 */
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from "@playwright/test";
import { installClock } from "./browser/clock.ts";
import { watchHydration } from "./browser/hydration.ts";
import { type Violation, watchPolicy } from "./browser/policy.ts";
import { type Account, createAdmin, demoSuperadmin, type OwnAccount } from "./product/accounts.ts";
import { DemoTrucks } from "./product/demo-trucks.ts";
import { type MenuItemFields, STANDARD_MENU } from "./product/menu-items.ts";
import { createTruck, type TruckFields } from "./product/own-trucks.ts";
import { newPhone } from "./product/phones.ts";
import { type OwnTruck, Product } from "./product/product.ts";
import { Sandbox } from "./product/sandbox.ts";
import { checkoutAtPaymentStep } from "./screens/payment-step.ts";

interface Options {
  /** What the fixture `truck` is made with, where that matters. */
  truckFields: TruckFields;
  /** What the fixture `truck` sells. Write `[items, { scope: "test" }]`: Playwright reads an array as value and options. */
  menu: readonly MenuItemFields[];
  /** `native` for tests that measure time in the page. */
  pageClock: "installed" | "native";
  /** `used` only where images for the documents are taken. */
  demo: "read-only" | "used";
}

interface TestFixtures {
  /** A truck of the test's own with the standard menu. */
  truck: OwnTruck;
  /** An admin of that truck. */
  admin: OwnAccount;
  /** The demo's superadmin, signed in once per worker; not for tests that sign out. */
  superadmin: Account;
  /** The page at the payment step of the truck, with one plain item in the cart, as the fixture `phone`. */
  paymentStep: Page;
  /** Opens a page in another browser, as on a second device. It is closed after the test. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** The provider's records, counting from the start of the test. */
  sandbox: Sandbox;
  /** A phone number of the test's own; ten digits. */
  phone: string;
  /** Attaches the server's log to a failure. */
  serverLog: undefined;
  /** The pages that a browser drew again, because the server's differed. A test that provokes one empties the list. */
  hydrationMismatches: string[];
  /** What the pages' content policy has stopped. A test that provokes a violation empties the list. */
  policyViolations: Violation[];
  /** Gives a new browser context the watches and the clock. */
  prepareContext: (context: BrowserContext) => Promise<void>;
  /** Fails a test that changed a demo truck. */
  demoTrucksUnchanged: undefined;
}

interface WorkerFixtures {
  /** The running product of this worker. */
  product: Product;
  demoTrucks: DemoTrucks;
}

export const test = base.extend<Options & TestFixtures, WorkerFixtures>({
  truckFields: [{}, { option: true }],
  menu: [STANDARD_MENU, { option: true }],
  pageClock: ["installed", { option: true }],
  demo: ["read-only", { option: true }],

  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    async ({}, use) => {
      const product = await Product.launch();
      await use(product);
      await product.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  demoTrucks: [async ({ product }, use) => use(await DemoTrucks.of(product)), { scope: "worker" }],

  demoTrucksUnchanged: [
    async ({ product, demoTrucks, demo }, use) => {
      await use(undefined);
      await product.start();
      const changes = await demoTrucks.changes();
      if (demo === "read-only" && changes.length > 0)
        throw new Error(`The demo trucks are read-only: ${changes.join(", ")}`);
    },
    { auto: true },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  hydrationMismatches: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    async ({}, use) => {
      const mismatches: string[] = [];
      await use(mismatches);
      if (mismatches.length > 0)
        throw new Error(`The server's page differs from the browser's: ${mismatches.join(", ")}`);
    },
    { auto: true },
  ],

  policyViolations: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    async ({}, use) => {
      const violations: Violation[] = [];
      await use(violations);
      if (violations.length > 0)
        throw new Error(`A page breaks its content policy: ${JSON.stringify(violations, null, 2)}`);
    },
    { auto: true },
  ],

  prepareContext: async ({ pageClock, hydrationMismatches, policyViolations }, use) => {
    await use(async (context) => {
      watchHydration(context, hydrationMismatches);
      await watchPolicy(context, policyViolations);
      if (pageClock === "installed") await installClock(context);
    });
  },

  context: async ({ context, prepareContext }, use) => {
    await prepareContext(context);
    await use(context);
  },

  newPage: async ({ browser, baseURL, prepareContext }, use) => {
    const opened: Page[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      await prepareContext(context);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },

  truck: async ({ product, truckFields, menu }, use) => {
    await use(await createTruck(product, truckFields, menu));
  },

  // With `sandbox`, which counts from before the payment intent.
  paymentStep: async ({ page, truck, phone, sandbox: _sandbox }, use) => {
    await checkoutAtPaymentStep(page, truck, { phone });
    await use(page);
  },

  admin: async ({ truck }, use) => use(await createAdmin(truck)),

  superadmin: async ({ product }, use) => use(await demoSuperadmin(product)),

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

  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  phone: async ({}, use) => use(newPhone()),
});

export { expect } from "@playwright/test";
