import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { listMenuItems } from "../../harness/product/menu-items.ts";
import { addToCart, menuCard, openCart } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

/** Customers see items by section; within one section the order is the menu's. */
const NAMES = ["Jalapeño Poppers", "Brisket Plate", "Pulled Pork Roll", "Iced Tea"];
const MENU = NAMES.map((name) => ({ name, section: "Everything" }));

const SAUCES = [
  { name: "Peanut sauce", allergens: ["peanuts"] },
  { name: "Salsa", allergens: [] },
];
const STATED = [
  {
    name: "Bean Bowl",
    diets: ["vegan", "kosher"],
    allergens: [],
    optionGroups: [{ name: "Sauce", minSelect: 0, maxSelect: 1, options: SAUCES }],
  },
  { name: "Satay", diets: [], allergens: ["peanuts"] },
  { name: "Iced Tea" },
].map((item) => ({ ...item, section: "Everything" }));

test.describe("food that is stated", () => {
  test.use({ menu: [STATED, { scope: "test" }] });

  test("customers find food by diet and allergens, and what is not stated is never free of one", async ({
    page,
    truck,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const named = (region: string) =>
      page.getByRole("region", { name: region, exact: true }).getByRole("heading", { level: 4 });
    const chip = (name: string) => page.getByRole("button", { name, exact: true });
    const none = page.getByText("Contains none of the nine main allergens");

    await test.step("home", async () => {
      await page.goto("/");
      await chip("Kosher").click();
      await page.getByRole("link", { name: truck.name, exact: true }).first().click();
      await expect(page).toHaveURL(truck.path);
    });

    await test.step("by diet", async () => {
      await chip("Vegan").click();
      await expect(named("Everything")).toHaveText(["Bean Bowl"]);
      await expect(named("Not stated")).toHaveText(["Iced Tea"]);
      await expect(page.getByText("Satay")).toHaveCount(0);
      await expect(page.getByText(/does not say of these whether they fit: Vegan/)).toBeVisible();
      await chip("Clear filters").click();
    });

    await test.step("without an allergen", async () => {
      await chip("Without peanuts").click();
      await expect(named("Everything")).toHaveText(["Bean Bowl"]);
      await expect(named("Not stated")).toHaveText(["Iced Tea"]);
      await expect(page.getByText("Some options add peanuts")).toBeVisible();
      await expect(menuCard(page, "Iced Tea").filter({ has: none })).toHaveCount(0);
      await expectNoSideScroll(page);
    });

    await test.step("in the cart", async () => {
      await addToCart(page, "Iced Tea");
      const cart = await openCart(page);
      await expect(cart.getByRole("listitem").filter({ hasText: "Iced Tea" })).toBeVisible();
      await expect(cart.getByText(/Contains/)).toHaveCount(0);
    });
  });
});

test.use({ menu: [MENU, { scope: "test" }] });

test("a menu is put in another order by dragging, by buttons and by keys, and customers see it", async ({
  page,
  newPage,
  truck,
  admin,
}) => {
  await openAs(page, admin);
  await page.goto("/admin/menu");
  await page.getByRole("button", { name: "Reorder menu" }).click();
  const rows = page.getByRole("list", { name: "Menu items in order" }).getByRole("listitem");
  const row = (name: string) => rows.filter({ hasText: name });
  const expectOrder = async (...names: string[]) => {
    await expect(rows).toHaveText(names.map((name) => new RegExp(name)));
    const stored = async () => (await listMenuItems(truck)).map(({ name }) => name);
    await expect.poll(stored).toEqual(names);
  };
  await row("Iced Tea").dragTo(row("Jalapeño Poppers"), { targetPosition: { x: 200, y: 4 } });
  await expectOrder("Iced Tea", "Jalapeño Poppers", "Brisket Plate", "Pulled Pork Roll");

  await page.getByRole("button", { name: "Move Brisket Plate up" }).click();
  await expect(page.getByText("Brisket Plate is now number 2 of 4.")).toBeAttached();
  await page.getByRole("button", { name: "Move Pulled Pork Roll up" }).focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("Pulled Pork Roll is now number 1 of 4.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Pulled Pork Roll up" })).toBeFocused();
  const wanted = ["Pulled Pork Roll", "Iced Tea", "Brisket Plate", "Jalapeño Poppers"];
  await expectOrder(...wanted);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Pulled Pork Roll");

  const customer = await newPage();
  await customer.goto(truck.path);
  const cards = customer.getByRole("main").getByRole("listitem").getByRole("heading");
  await expect(cards).toHaveText(wanted);
});
