import type { Page } from "@playwright/test";
import { enterAsAdminOf, menuOf, newTruck } from "../harness/arrange.ts";
import { menuCard, notifications } from "../harness/menu.ts";
import { noisePng } from "../harness/pictures.ts";
import { expect, test } from "../harness/test.ts";

const SLOW_LINE = {
  offline: false,
  latency: 0,
  downloadThroughput: -1,
  uploadThroughput: 20_000,
};

test("a picture is seen at once, sent with progress, and served in the right size", async ({
  page,
  context,
  product,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos" }] });
  await openForm(page, product, truck);
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW_LINE);
  const field = page.getByRole("group", { name: "Picture", exact: true });
  await choose(page, noisePng(900, 800));
  await expect(field.locator("img[src^='blob:']")).toBeVisible();
  const progress = field.getByRole("progressbar", { name: "Upload progress" });
  await expect(progress).toHaveAttribute("value", /^([1-9]|[1-9]\d)$/);
  await expect(page.getByText("Waiting for the picture")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await line.send("Network.emulateNetworkConditions", { ...SLOW_LINE, uploadThroughput: -1 });
  await expect(page.getByLabel("Picture: address")).toHaveValue(
    /^\/uploads\/menu-items\/.+-900\.webp$/,
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText("Tacos saved");

  const customer = await context.newPage();
  await customer.goto(`/${truck.slug}`);
  const picture = menuCard(customer, "Tacos").getByRole("presentation");
  await expect(picture).toHaveAttribute(
    "srcset",
    /-320\.webp 320w, .+-640\.webp 640w, .+-900\.webp 900w/,
  );
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-320\.webp$/);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
});

async function openForm(
  page: Page,
  product: Parameters<typeof menuOf>[0],
  truck: Awaited<ReturnType<typeof newTruck>>,
): Promise<void> {
  await enterAsAdminOf(page, product, truck);
  const [dish] = await menuOf(product, truck);
  await page.goto(`/admin/menu/edit/${dish?._id}`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tacos");
}

function choose(page: Page, file: ReturnType<typeof noisePng>): Promise<void> {
  return page.getByLabel(/^(Choose a file|Replace) for picture$/).setInputFiles(file);
}
