import type { Page } from "@playwright/test";
import { noisePng } from "../../harness/browser/images.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { getMenuItem, PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { menuCard } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

const SLOW_UPLOAD = {
  offline: false,
  latency: 0,
  downloadThroughput: -1,
  uploadThroughput: 20_000,
};

test("an uploaded image is previewed, sent with progress and served in the right width", async ({
  page,
  context,
  newPage,
  truck,
  admin,
}) => {
  await openAs(page, admin);
  const { _id } = await getMenuItem(truck, PLAIN_ITEM);
  await page.goto(`/admin/menu/edit/${_id}`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(PLAIN_ITEM);
  const notAnImage = Buffer.from("<h1>Not an image</h1>");
  await choose(page, { name: "menu.jpg", mimeType: "image/jpeg", buffer: notAnImage });
  await expect(page.getByRole("alert").filter({ hasText: /^Upload failed: / })).toBeVisible();
  expect((await getMenuItem(truck, PLAIN_ITEM)).imageUrl).toBeNull();

  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", SLOW_UPLOAD);
  const field = page.getByRole("group", { name: "Image", exact: true });
  await choose(page, noisePng(900, 800));
  await expect(field.locator("img[src^='blob:']")).toBeVisible();
  const progress = field.getByRole("progressbar", { name: "Upload progress" });
  await expect(progress).toHaveAttribute("value", /^([1-9]|[1-9]\d)$/);
  await expect(page.getByText("Waiting for the image")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await network.send("Network.emulateNetworkConditions", { ...SLOW_UPLOAD, uploadThroughput: -1 });
  await expect(page.getByLabel("Image address")).toHaveValue(
    /^\/uploads\/menu-items\/.+-900\.webp$/,
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);

  const customer = await newPage();
  await customer.goto(truck.path);
  const image = menuCard(customer, PLAIN_ITEM).getByRole("presentation");
  await expect(image).toHaveAttribute(
    "srcset",
    /-320\.webp 320w, .+-640\.webp 640w, .+-900\.webp 900w/,
  );
  const shown = () => image.evaluate((one: HTMLImageElement) => [one.currentSrc, one.naturalWidth]);
  await expect.poll(shown).toEqual([expect.stringMatching(/-320\.webp$/), expect.any(Number)]);
  await expect.poll(async () => (await shown())[1]).not.toBe(0);
});

function choose(page: Page, file: ReturnType<typeof noisePng>): Promise<void> {
  return page.getByLabel(/^(Choose a file for|Replace) the image$/).setInputFiles(file);
}
