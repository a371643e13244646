import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { settle } from "./layout.ts";

/** What the payment provider shows in its own frames is the provider's; there must be no others. */
const OTHER_FRAMES = 'iframe:not([name^="__privateStripeFrame"])';

/**
 * Fails for everything that axe calls serious or critical on the page as it is now. One theme is enough: names, roles
 * and order are the same in both, and the front end's test of the tokens proves the contrast of colors in both.
 */
export async function expectNoBarriers(page: Page, screen: string): Promise<void> {
  await expect(page.locator(OTHER_FRAMES), `frames of ${screen}`).toHaveCount(0);
  // A notice that disappears while axe looks is gone when it looks again.
  await expect(async () => {
    await settle(page);
    expect(await findBarriers(page), `barriers on ${screen}`).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

async function findBarriers(page: Page) {
  // Nothing is gathered from frames, for which axe would open a second page each time.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // Axe would describe every element that passes, too, and send it here.
    .options({ resultTypes: ["violations"] })
    .exclude('iframe[name^="__privateStripeFrame"]');
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
}
