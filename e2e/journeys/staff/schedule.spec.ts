import type { Locator } from "@playwright/test";
import { createAdmin, openAs } from "../../harness/product/accounts.ts";
import { createPlace } from "../../harness/product/stops.ts";
import { expect, test } from "../../harness/test.ts";

const MOST_TAPS = 6;

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("a stop is planned on a phone in at most six taps, and customers see it", async ({
  page,
  truck,
}) => {
  await createPlace(truck, { name: "Pier 5", address: "5 River St", taxRate: 4.5 });
  await openAs(page, await createAdmin(truck));
  await page.goto("/admin/dashboard");
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  await tap(page.getByRole("button", { name: "More" }));
  await tap(page.getByRole("link", { name: "Schedule" }));
  await tap(page.getByRole("button", { name: "Add stop", exact: true }));
  await tap(page.getByRole("button", { name: "Save" }));
  await expect(page.getByRole("button", { name: /11:00 AM to 2:00 PM.*Pier 5/ })).toBeVisible();
  await tap(page.getByRole("button", { name: "Open at its stops" }));
  await expect(page.getByText("The truck is open at its stops.")).toBeVisible();
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);

  await page.goto(truck.path);
  const strip = page.getByRole("region", { name: "Where and when" });
  await expect(strip).toContainText(/Opens (\w{3} )?11:00 AM/);
  await expect(strip).toContainText("Pier 5");
});
