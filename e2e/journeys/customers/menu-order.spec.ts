import { openAs } from "../../harness/product/accounts.ts";
import { listMenuItems } from "../../harness/product/menu-items.ts";
import { expect, test } from "../../harness/test.ts";

/** Customers see items by section; within one section the order is the menu's. */
const NAMES = ["Jalapeño Poppers", "Brisket Plate", "Pulled Pork Roll", "Iced Tea"];
const MENU = NAMES.map((name) => ({ name, section: "Everything" }));
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
