import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { settle } from "./layout.ts";

type Narrow = (axe: AxeBuilder) => AxeBuilder;

/** What the payment provider shows in its own frames is the provider's; there must be no others. */
const OTHER_FRAMES = 'iframe:not([name^="__privateStripeFrame"])';

/** Fails for whatever axe calls serious or critical on the page as it is now, by day and by night. */
export async function expectNoBarriers(page: Page, screen: string): Promise<void> {
  await expect(page.locator(OTHER_FRAMES), `frames of ${screen}`).toHaveCount(0);
  await expectNone(page, (axe) => axe, `barriers on ${screen}`);
  // Names, roles and order are the same at night; colors are not.
  await page.emulateMedia({ colorScheme: "dark" });
  const colors: Narrow = (axe) => axe.withRules(["color-contrast", "link-in-text-block"]);
  await expectNone(page, colors, `barriers on ${screen} at night`);
  await page.emulateMedia({ colorScheme: "light" });
}

/** What is half gone while axe looks, such as a notice whose time is over, is gone when it looks again. */
async function expectNone(page: Page, narrow: Narrow, message: string): Promise<void> {
  await expect(async () => {
    await settle(page);
    expect(await barriers(narrow(lens(page))), message).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

function lens(page: Page): AxeBuilder {
  // Nothing is gathered from frames, for which axe would open a second page each time.
  return new AxeBuilder({ page }).setLegacyMode().exclude('iframe[name^="__privateStripeFrame"]');
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
