import { enterAsAdminOf, menuOf, newTruck } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { addToCart, notifications, openCart } from "../harness/menu.ts";
import { placeOrder } from "../harness/quick-order.ts";
import { enterAs, sampleAccount, signIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("a whole day of a truck's staff leaves nothing to complain about in the console", async ({
  page,
  context,
  product,
  sandbox,
  phone,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  const truck = await newTruck(product, {
    dishes: [{ name: "Hash" }, { name: "Grits", basePrice: 4 }],
  });
  const places = page.getByRole("navigation", { name: "Admin", exact: true });
  const goTo = (name: string) => places.getByRole("link", { name, exact: true }).click();
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/dashboard");

  await page.getByRole("link", { name: "View All Items" }).click();
  await page.getByRole("link", { name: "Add Menu Item" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Special of the day");
  await page.getByLabel("Price", { exact: true }).fill("10");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText("Special of the day is on the menu");
  const { orderNumber } = await placeOrder(product, sandbox, {
    slug: truck.slug,
    dish: "Special of the day",
    phone,
  });

  await goTo("Orders");
  const ticket = page.getByRole("article", { name: `Order #${orderNumber}` });
  for (const label of ["Confirmed", "Preparing", "Ready for Pickup", "Completed"]) {
    await ticket.getByRole("button", { name: `Mark as ${label}` }).click();
    await expect(ticket.getByText(label, { exact: true })).toBeVisible();
  }

  await goTo("Menu");
  const special = page.getByRole("row").filter({ hasText: "Special of the day" });
  await special.getByRole("button", { name: "Mark Unavailable" }).click();
  await expect(special.getByText("Unavailable", { exact: true })).toBeVisible();
  const customer = await context.newPage();
  await customer.goto(`/${truck.slug}`);
  await addToCart(customer, "Grits");
  await expect((await openCart(customer)).getByRole("heading", { name: "Grits" })).toBeVisible();
  await customer.close();

  await goTo("Customers");
  await page.getByRole("link", { name: "Rosa Parker" }).click();
  await expect(page.getByRole("table", { name: "Orders of this customer" })).toContainText(
    orderNumber,
  );
  await goTo("Analytics");
  await expect(page.getByRole("table", { name: "Top items" })).toContainText("Special of the day");
  await page
    .getByRole("link", { name: /your profile/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await menuOf(product, truck)).toHaveLength(3);
  expect(complaints).toEqual([]);
});

test("a whole round of the superadmin leaves nothing to complain about in the console", async ({
  page,
  product,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, product, "superadmin");
  for (const [place, title] of [
    ["Orders", "Orders"],
    ["Menu", "Menu"],
    ["Customers", "Customers"],
    ["Analytics", "Analytics"],
    ["Trucks", "Trucks"],
    ["Staff", "Staff"],
  ] as const) {
    const places = page.getByRole("navigation", { name: "Admin", exact: true });
    await places.getByRole("link", { name: place, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("main").getByText(/^Loading/)).toHaveCount(0);
  }
  await page.goto("/admin/trucks/new");
  await page.getByLabel("Name", { exact: true }).fill("Never Stored");
  await expect(page.getByText(/^Free: /)).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks$/);
  expect(complaints).toEqual([]);
});

test("what was typed when the session ended is there again after the next sign-in", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "admin");
  await page.goto("/admin/menu");
  await page.getByRole("link", { name: "Add Menu Item" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Half a dish");
  await page.getByLabel("Price", { exact: true }).fill("6");
  await page.route("**/api/menu-items", (route) =>
    route.fulfill({ status: 401, json: { error: "Please sign in.", code: "sign_in_needed" } }),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.unroute("**/api/menu-items");
  const { email, password } = await sampleAccount(product, "admin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/menu\/new$/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half a dish");
});
