import type { Page } from "@playwright/test";
import { ADMIN_SCREENS, setStage } from "../harness/admin-screens.ts";
import { enterAsOwnerOf, newTruck } from "../harness/arrange.ts";
import { breakCall, holdCall, SENTENCES, tryAgain, UNREACHABLE } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const FAILURES = ["unreachable", "html"] as const;

for (const screen of ADMIN_SCREENS) {
  test(`${screen.name}: a server that is slow, down, or hidden behind a proxy is told, and tried again`, async ({
    page,
    product,
    sandbox,
    phone,
  }) => {
    const stage = await setStage(product, sandbox, phone);
    await enterAsOwnerOf(page, product, stage.truck);
    const content = screen.content(page, stage);
    const release = await holdCall(page, screen.call(stage));
    await page.goto(screen.path(stage));
    await expect(page.getByRole("status").filter({ hasText: screen.loading })).toBeVisible();
    await expect(content).toHaveCount(0);
    await release();
    await expect(content).toBeVisible();
    await expect(page.getByText(screen.loading, { exact: true })).toHaveCount(0);

    for (const failure of FAILURES) {
      const heal = await breakCall(page, screen.call(stage), failure);
      await page.goto(screen.path(stage));
      await expect(page.getByRole("heading", { name: screen.failed })).toBeVisible();
      await expect(page.getByText(SENTENCES[failure]).first()).toBeVisible();
      await expect(content).toHaveCount(0);
      await tryAgain(page, heal);
      await expect(content).toBeVisible();
      await expect(page.getByRole("heading", { name: screen.failed })).toHaveCount(0);
    }
  });
}

test("a server that really goes away under the staff is told, and nobody is signed out", async ({
  page,
  product,
}) => {
  await enterAsOwnerOf(page, product, await newTruck(product));
  await page.goto("/admin/dashboard");
  // The screens' code arrives before the server goes.
  for (const name of ["Orders", "Menu"]) {
    await goTo(page, name);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await product.stop();
  try {
    await goTo(page, "Analytics");
    await expect(page.getByRole("heading", { name: "This page did not load" })).toBeVisible();
    await goTo(page, "Orders");
    await page.getByRole("button", { name: "Refresh" }).click();
    // Said at once, until the lost stream is told for good.
    await expect(
      page
        .getByText(UNREACHABLE)
        .or(page.getByText(/^Connection lost since/))
        .first(),
    ).toBeVisible();
  } finally {
    await product.start();
  }
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  await goTo(page, "Menu");
  await expect(page.getByRole("heading", { name: "No menu items yet" })).toBeVisible();
});

async function goTo(page: Page, name: string): Promise<void> {
  const places = page.getByRole("navigation", { name: "Admin", exact: true });
  await places.getByRole("link", { name, exact: true }).click();
}
