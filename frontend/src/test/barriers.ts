import axe from "axe-core";
import { expect } from "vitest";

/**
 * Fails for everything that axe calls serious or critical on the page as it is now. Without a layout there
 * are no colors to compare: tokens.test.ts proves their contrast.
 */
export async function expectNoBarriers(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false } },
  });
  const barriers = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
  expect(barriers).toEqual([]);
}
