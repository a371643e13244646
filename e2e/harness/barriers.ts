import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { settle } from "./layout.ts";

/** Fails for whatever axe calls serious or critical on the page as it is now. */
export async function expectNoBarriers(page: Page, screen: string): Promise<void> {
  await settle(page);
  const { violations } = await new AxeBuilder({ page })
    // What the payment provider shows in its own frames is the provider's.
    .exclude('iframe[name^="__privateStripeFrame"]')
    .analyze();
  const barriers = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
  expect(barriers, `barriers on ${screen}`).toEqual([]);
}
