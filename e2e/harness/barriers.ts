import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { settle } from "./layout.ts";

/** Fails for whatever axe calls serious or critical on the page as it is now, by day and by night. */
export async function expectNoBarriers(page: Page, screen: string): Promise<void> {
  await settle(page);
  expect(await barriers(lens(page)), `barriers on ${screen}`).toEqual([]);
  // Names, roles and order are the same at night; colors are not.
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  const found = await barriers(lens(page).withRules(["color-contrast"]));
  await page.emulateMedia({ colorScheme: "light" });
  expect(found, `barriers on ${screen} at night`).toEqual([]);
}

function lens(page: Page): AxeBuilder {
  // What the payment provider shows in its own frames is the provider's.
  return new AxeBuilder({ page }).exclude('iframe[name^="__privateStripeFrame"]');
}

async function barriers(axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
}
