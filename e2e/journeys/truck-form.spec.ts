import { asOwner, newTruck, type Truck, unique } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, SENTENCES, TOLD, tryAgain } from "../harness/network.ts";
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

test("an address that is taken, reserved or odd is told while it is typed", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks/new");
  await page.getByLabel("Name", { exact: true }).fill("Spicy Burritos");
  const slug = page.getByLabel("Web address");
  await expect(slug).toHaveValue("spicy-burritos-2");
  for (const [typed, sentence] of [
    ["spicy-burritos", /Another truck has this address already/],
    ["admin", /This address is used by the product itself/],
    ["-odd-", /Use lower-case letters, digits and hyphens/],
  ] as const) {
    await slug.fill(typed);
    await expect(slug).toHaveAccessibleDescription(sentence);
  }
  await slug.fill("My Own_Address");
  await slug.blur();
  await expect(slug).toHaveValue("my-own-address");
  await expect(
    page.getByText(/^Free: customers will find the truck at .+my-own-address$/),
  ).toBeVisible();
  await slug.fill("");
  await expect(slug).toHaveValue("spicy-burritos-2");
});

test("an address that somebody takes in the last moment is refused at its field", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks/new");
  const name = unique("Corner Grill");
  await page.getByLabel("Name", { exact: true }).fill(name);
  const slug = page.getByLabel("Web address");
  await expect(page.getByText(/^Free: /)).toBeVisible();
  await newTruck(product, { name, slug: await slug.inputValue() });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(slug).toHaveAccessibleDescription(/Another truck has this address already/);
  await expect(slug).toBeFocused();
});

test("each field says what it needs", async ({ page, product }) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks/new");
  await page.getByLabel("Tax rate").fill("21");
  await page.getByLabel("Owner's email").fill("nobody");
  await page.getByRole("button", { name: "Save" }).click();
  for (const label of ["Name", "Tax rate", "Owner's email"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
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

test("the second of two editors is told, and nothing is overwritten", async ({ page, product }) => {
  const truck = await newTruck(product, { taxRate: 8 });
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await page.getByLabel("City").fill("Salem");
  const theirs = { taxRate: 9, version: truck.version };
  await asOwner(product, ["PUT", `/trucks/${truck._id}`], theirs);
  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByRole("region", { name: /Someone else changed this truck/ });
  await expect(notice).toBeFocused();
  await expect(notice.getByText("Tax rate")).toBeVisible();
  const stored = () => asOwner<Truck>(product, ["GET", `/trucks/${truck._id}`]);
  expect(await stored()).toMatchObject({ taxRate: 9, location: { city: "" } });
  await notice.getByRole("button", { name: "Keep editing mine" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${truck.name} saved`);
  expect(await stored()).toMatchObject({ taxRate: 9, location: { city: "Salem" } });
});

test("unsaved changes hold back whoever leaves", async ({ page, product }) => {
  const truck = await newTruck(product);
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await page.getByLabel("City").fill("Bend");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without your changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("City")).toHaveValue("Bend");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks$/);
});

test("a save that fails keeps what was typed", async ({ page, product }) => {
  const truck = await newTruck(product);
  await enterAs(page, product, "superadmin");
  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await page.getByLabel("City").fill("Bend");
  for (const failure of ["unreachable", "html", "told-500"] as const) {
    const heal = await breakCall(page, "trucks/*", failure);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Not stored yet")).toBeVisible();
    await expect(page.getByText(SENTENCES[failure])).toBeVisible();
    await heal();
  }
  await expect(page.getByLabel("City")).toHaveValue("Bend");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${truck.name} saved`);
});

test("a truck that is gone, or does not load, says which", async ({ page, product }) => {
  const truck = await newTruck(product);
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks/edit/0123456789abcdef01234567");
  await expect(page.getByRole("heading", { name: "Truck not found" })).toBeVisible();
  const heal = await breakCall(page, "trucks/*", "told-500");
  await page.goto(`/admin/trucks/edit/${truck._id}`);
  await expect(page.getByRole("heading", { name: "Failed to load truck" })).toBeVisible();
  await expect(page.getByText(TOLD)).toBeVisible();
  await tryAgain(page, heal);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(truck.name);
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
