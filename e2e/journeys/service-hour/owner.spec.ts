import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { getMenuItem } from "../../harness/product/menu-items.ts";
import { uniqueName } from "../../harness/product/names.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { findCreatedTruck } from "../../harness/product/own-trucks.ts";
import { addToCart, openCart } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

test.describe("options that two menu items share", () => {
  test.use({
    menu: [
      [
        {
          name: "Bean burrito",
          basePrice: 9,
          optionGroups: [
            {
              name: "Salsa",
              minSelect: 0,
              maxSelect: 1,
              options: [{ name: "Verde" }, { name: "Roja", additionalPrice: 0.5 }],
            },
          ],
        },
        { name: "Elote", basePrice: 5 },
      ],
      { scope: "test" },
    ],
  });

  test("change their price once, and both sell at the new price", async ({
    page,
    newPage,
    truck,
    admin,
  }) => {
    const burrito = await getMenuItem(truck, "Bean burrito");
    const elote = await getMenuItem(truck, "Elote");
    await openAs(page, admin);
    await page.goto(`/admin/menu/edit/${burrito._id}`);
    await page.getByRole("button", { name: "Share as a set: Salsa" }).click();
    await expect(page.getByRole("heading", { name: "Salsa", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Bean burrito saved")).toBeVisible();

    await page.goto(`/admin/menu/edit/${elote._id}`);
    await page.getByRole("button", { name: "Use a set…" }).click();
    await page.getByRole("button", { name: "Use Salsa" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Elote saved")).toBeVisible();

    await page.getByRole("link", { name: "Option sets" }).click();
    await page.getByRole("button", { name: "Edit Salsa" }).click();
    const form = page.getByRole("dialog", { name: "Edit Salsa" });
    await expect(form.getByText("Saving changes Bean burrito and Elote.")).toBeVisible();
    await form.getByLabel("Extra charge").nth(1).fill("1.25");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Salsa is saved for 2 menu items")).toBeVisible();

    const customer = await newPage();
    await customer.goto(truck.path);
    await addToCart(customer, "Bean burrito", { options: ["Roja"] });
    await addToCart(customer, "Elote", { options: ["Roja"] });
    const cart = await openCart(customer);
    await expect(cart.getByText("$10.25").first()).toBeVisible();
    await expect(cart.getByText("$6.25").first()).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a new truck goes from nothing to its first order by its checklist", async ({
    page,
    product,
    superadmin,
  }) => {
    const name = uniqueName("Dumpling Dan");
    await openAs(page, superadmin);
    await page.goto("/admin/trucks/new");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("City", { exact: true }).fill("Portland");
    await page.getByRole("button", { name: "Save" }).click();
    // No state has a tax that can be guessed, so nothing is stored before it is said.
    await expect(page.getByRole("textbox", { name: "Tax rate", exact: true })).toBeFocused();
    await page.getByRole("textbox", { name: "Tax rate", exact: true }).fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      page.getByText("Before it can be published, it needs: Menu and First stop or hours."),
    ).toBeVisible();
    await expectNoSideScroll(page);

    await page.getByRole("link", { name: "Open menu" }).click();
    await page.getByRole("link", { name: "Add First Menu Item" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Pork dumplings");
    await page.getByLabel("Price").fill("9");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Open checklist" }).click();
    await expect(page.getByText("1 menu item on sale.")).toBeVisible();

    await page.getByRole("link", { name: "Open schedule" }).click();
    await page.getByRole("button", { name: "Open at any time instead" }).click();
    await page.getByRole("button", { name: "Open at any time", exact: true }).click();
    await page.getByRole("link", { name: "Open checklist" }).click();
    await expect(page.getByText("Everything that is needed is there.")).toBeVisible();

    await page.getByRole("link", { name: "Add staff" }).click();
    const drawer = page.getByRole("dialog", { name: "Add staff" });
    await expect(drawer.getByLabel("Food truck").locator("option:checked")).toHaveText(name);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Open checklist" }).click();

    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("Customers can see this truck.")).toBeVisible();
    const truck = await findCreatedTruck(product, name);
    const order = await placeOrder(truck, { items: [{ name: "Pork dumplings" }] });
    await page.goto(`/admin/orders?truck=${truck.id}`);
    await expect(page.getByText(`#${order.orderNumber}`).first()).toBeVisible();
  });
});
