import { asOwner, newTruck, unique } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { notifications } from "../harness/menu.ts";
import { noisePng } from "../harness/pictures.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("a new truck is previewed while it is written, and stands on the home page afterwards", async ({
  page,
  product,
}) => {
  const complaints = watchConsole(page);
  const name = unique("Señora Bún's Truck");
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  const slug = page.getByLabel("Web address");
  await expect(slug).toHaveValue(/^senora-buns-truck-\d+$/);
  await expect(page.getByText(/^Free: customers will find the truck at /)).toBeVisible();
  await page.getByLabel("Short description").fill("Noodles by the river.");
  const cuisine = page.getByRole("combobox", { name: "Cuisine" });
  for (const tag of ["Vietnamese", "Noodles"]) {
    await cuisine.fill(tag);
    await cuisine.press("Enter");
  }
  await page.getByLabel("City").fill("Astoria");
  await page.getByLabel("State").fill("OR");
  await page.getByRole("radio", { name: "Teal" }).check({ force: true });
  const picture = page.getByLabel("Choose a file for card picture");
  await picture.setInputFiles(noisePng(400, 300));
  await expect(page.getByLabel("Card picture: address")).toHaveValue(/-400\.webp$/);

  const preview = page.getByRole("region", { name: "As customers see it" });
  for (const words of [name, "Noodles by the river.", "Vietnamese", "Astoria"]) {
    await expect(preview.getByText(words, { exact: false })).toBeVisible();
  }
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${name} added`);
  await expect(page).toHaveURL(/\/admin\/trucks$/);

  await page.goto("/");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/senora-buns-truck-\d+$/);
  const [stored] = await asOwner<{ accentHue: number }[]>(product, [
    "GET",
    `/trucks?q=${encodeURIComponent(name)}`,
  ]);
  expect(stored?.accentHue).toBe(210);
  expect(complaints).toEqual([]);
});

test("an edit reaches customers, and switching it off hides the truck", async ({
  page,
  context,
  product,
}) => {
  const truck = await newTruck(product);
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await page.getByLabel("Description", { exact: true }).fill("Everything from one iron pan.");
  await page.getByLabel("Tax rate").fill("7.25");
  await page.getByLabel("Takes orders").uncheck();
  await page.getByLabel("Reason while it does not").fill("Back at 2 PM");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${truck.name} saved`);
  const customer = await context.newPage();
  await customer.goto(`/${truck.slug}`);
  await expect(customer.getByText("Everything from one iron pan.")).toBeVisible();
  await expect(customer.getByText(/Back at 2 PM/)).toBeVisible();

  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await page.getByLabel("Active", { exact: true }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${truck.name} saved`);
  await customer.goto("/");
  await expect(customer.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  await expect(customer.getByRole("link", { name: truck.name })).toHaveCount(0);
});

test("a truck is deleted from its form after the question", async ({ page, product }) => {
  const truck = await newTruck(product);
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await page.getByRole("button", { name: "Delete truck" }).click();
  const question = page.getByRole("alertdialog", { name: `Delete ${truck.name}?` });
  await expect(question).toContainText(
    `Are you sure you want to delete "${truck.name}"? This action cannot be undone.`,
  );
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText("Truck deleted");
  await page.goto(`/${truck.slug}`);
  await expect(page.getByText("Truck Not Found")).toBeVisible();
});
