import type { Page } from "@playwright/test";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { linkOf, placeOrder } from "../../harness/product/orders.ts";
import { createComingStop } from "../../harness/product/stops.ts";
import { expect, test } from "../../harness/test.ts";

const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the day leads to what waits, and the truck moves to a place that is typed on the spot", async ({
    page,
    truck,
    admin,
    sandbox,
    phone,
  }) => {
    test.slow();
    const stop = await createComingStop(truck, PIER);
    const order = await placeOrder(truck, { phone, stopId: stop.id });
    await openAs(page, admin);

    await test.step("what needs someone is one tap away", async () => {
      await page.goto("/admin/dashboard");
      const needs = page.getByRole("region", { name: "What needs you" });
      await expect(needs).toContainText("1 order has waited to be confirmed since");
      await expect(page.getByRole("link", { name: "Dashboard 1 thing needs you" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Next stop" })).toContainText("1 order so far");
      await expectNoSideScroll(page);
      await needs.getByRole("link", { name: "Confirm orders" }).tap();
      await expect(
        page.getByRole("article", { name: `Order #${order.orderNumber}` }),
      ).toBeVisible();
    });

    await test.step("another place in the panel of the change", async () => {
      await page.getByRole("button", { name: /^Service/ }).tap();
      await page.getByRole("button", { name: "Change of plan", exact: true }).tap();
      const panel = page.getByRole("dialog", { name: "Change of plan" });
      await panel.getByRole("button", { name: /^We are somewhere else/ }).tap();
      await panel.getByLabel("Name of the place").fill("Canal Park");
      await panel.getByLabel("Address").fill("9 Lake Ave");
      await panel.getByRole("button", { name: "Show what happens" }).tap();
      await expect(panel.getByText("1 order is kept, at Canal Park.")).toBeVisible();
      await panel.getByRole("button", { name: "Move the stop" }).tap();
      await expect(panel.getByText("Done. The one customer was told.")).toBeVisible({
        timeout: 30_000,
      });
      const texts = await sandbox.texts(phone);
      expect(texts.at(-1)?.body).toMatch(/Canal Park.*9 Lake Ave/);
      await page.goto(await linkOf(order));
      await expect(page.getByRole("main")).toContainText("9 Lake Ave");
    });

    await test.step("the schedule opens at today, and the next free day saves at once", async () => {
      await page.goto("/admin/schedule");
      const today = page.getByRole("heading", { level: 2, name: /Today/ });
      await expect(today).toBeVisible();
      await expect(page.locator("[aria-current=date]")).toBeInViewport();
      await page.getByRole("button", { name: "Add stop", exact: true }).tap();
      const form = page.getByRole("dialog", { name: "Add stop" });
      await form.getByRole("button", { name: "Save" }).tap();
      await expect(form).toBeHidden();
      await expectNoSideScroll(page);
    });

    await test.step("text at twice its size needs no scrolling sideways", async () => {
      for (const screen of ["orders", `orders/${order._id}`, "orders/new", "kitchen"]) {
        await page.goto(`/admin/${screen}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.evaluate(() => {
          document.documentElement.style.fontSize = "200%";
        });
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          await expectNoSideScroll(page);
        }
      }
    });
  });
});

test("a week is seven columns, and opening at any time asks first", async ({
  page,
  truck,
  admin,
}) => {
  await createComingStop(truck, PIER);
  await openAs(page, admin);
  await page.setViewportSize({ width: 1280, height: 850 });
  await page.goto("/admin/schedule");
  await expect(page.getByRole("heading", { level: 2, name: /day, / })).toHaveCount(7);
  for (const width of [1280, 1100]) {
    await page.setViewportSize({ width, height: 850 });
    expect(await columns(page)).toBe(7);
    await expectNoSideScroll(page);
  }
  await page.getByRole("button", { name: "Open at any time instead" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("day and night");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The truck is open at its stops.")).toBeVisible();
});

/** In how many places the days of the week begin, from left to right. */
async function columns(page: Page): Promise<number> {
  const lefts = await page
    .getByRole("heading", { level: 2, name: /day, / })
    .evaluateAll((days) => days.map((day) => Math.round(day.getBoundingClientRect().left)));
  return new Set(lefts).size;
}
