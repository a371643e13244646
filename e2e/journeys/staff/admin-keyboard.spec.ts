import type { Page } from "@playwright/test";
import { press, tabTo, type } from "../../harness/browser/keyboard.ts";
import {
  createSuperadmin,
  openAs,
  readAs,
  signInOnScreen,
} from "../../harness/product/accounts.ts";
import { getMenuItem, listMenuItems } from "../../harness/product/menu-items.ts";
import { uniqueName } from "../../harness/product/names.ts";
import { expect, test } from "../../harness/test.ts";

const MENU_FILE = `id,name,description,category,section,price,available,position,image,options
,Tamal,,Mains,Plates,4.50,yes,,,
`;
const PASSWORD = "kettle-steam-window-19";

test.use({ menu: [[], { scope: "test" }] });

test("an admin signs in, makes and imports menu items and changes the password without a mouse", async ({
  page,
  truck,
  admin,
}) => {
  await test.step("signing in", async () => {
    await page.goto("/admin/login");
    await type(page, page.getByLabel("Email"), admin.email);
    await type(page, page.getByLabel("Password", { exact: true }), admin.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  await test.step("a menu item with options", async () => {
    await press(page, page.getByRole("link", { name: "Add First Menu Item" }), "Enter");
    await type(page, page.getByLabel("Name", { exact: true }), "Arepa");
    await type(page, page.getByLabel("Price", { exact: true }), "7.25");
    await press(page, page.getByRole("switch", { name: "Available" }), "Space");
    await press(page, page.getByRole("button", { name: "Add option group" }), "Enter");
    await expect(page.getByLabel("Group", { exact: true })).toBeFocused();
    await page.keyboard.type("Filling");
    await type(page, page.getByLabel("Option 1", { exact: true }), "Cheese");
    await press(page, page.getByRole("button", { name: "Add option to Filling" }), "Enter");
    await expect(page.getByLabel("Option 2", { exact: true })).toBeFocused();
    await page.keyboard.type("Beef");
    await press(page, page.getByRole("button", { name: "Move option Beef up" }), "Enter");
    await expect(page.getByLabel("Option 1", { exact: true })).toHaveValue("Beef");
    await press(page, page.getByRole("button", { name: "Save" }), "Enter");
    await expect(page).toHaveURL(/\/admin\/menu$/);
    const arepa = await getMenuItem(truck, "Arepa");
    expect(arepa).toMatchObject({ basePrice: 7.25, isAvailable: false });
    expect(arepa.optionGroups[0]?.options.map(({ name }) => name)).toEqual(["Beef", "Cheese"]);
  });

  await test.step("its availability", async () => {
    await press(page, page.getByRole("button", { name: "Mark Available" }), "Enter");
    await expect(page.getByRole("button", { name: "Mark Unavailable" })).toBeFocused();
    await expect.poll(async () => (await getMenuItem(truck, "Arepa")).isAvailable).toBe(true);
  });

  await test.step("an import", async () => {
    const open = page.getByRole("button", { name: "Import menu" });
    await press(page, open, "Enter");
    await chooseFile(page);
    const drawer = page.getByRole("dialog", { name: "Import menu" });
    await expect(drawer.getByRole("region", { name: "What the files do" })).toBeFocused();
    await press(page, drawer.getByRole("button", { name: "Confirm import" }), "Enter");
    await expect(open).toBeFocused();
    expect((await listMenuItems(truck)).map(({ name }) => name)).toEqual(["Arepa", "Tamal"]);
  });

  await test.step("the own password", async () => {
    await press(page, page.getByRole("link", { name: /your profile/ }).first(), "Enter");
    const access = page.getByRole("form", { name: "How you sign in" });
    await type(page, access.getByLabel("New password", { exact: true }), PASSWORD);
    await type(page, access.getByLabel("Current password", { exact: true }), admin.password);
    await page.keyboard.press("Enter");
    await expect(access.getByLabel("Current password", { exact: true })).toHaveValue("");
    await press(page, page.getByRole("button", { name: "Sign out", exact: true }), "Enter");
    await signInOnScreen(page, { email: admin.email, password: PASSWORD });
  });
});

test("a superadmin makes a truck, adds staff and disables an account without a mouse", async ({
  page,
  product,
}) => {
  const superadmin = await createSuperadmin(product);
  const truckName = uniqueName("Keyboard Kitchen");
  const staffName = uniqueName("Ines");
  await openAs(page, superadmin);

  await test.step("a truck", async () => {
    await page.goto("/admin/trucks");
    await press(page, page.getByRole("link", { name: "Add Truck" }), "Enter");
    await type(page, page.getByLabel("Name", { exact: true }), truckName);
    await type(page, page.getByLabel("City", { exact: true }), "Tacoma");
    await tabTo(page, page.getByRole("combobox", { name: "Time zone" }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("New York");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await type(page, page.getByRole("textbox", { name: "Tax rate", exact: true }), "9.5");
    await press(page, page.getByText("More: images, contact, ordering, owner"), "Enter");
    await expect(page.getByText(/^Free: /)).toBeVisible();
    await type(page, page.getByRole("combobox", { name: "Cuisine" }), "Soul");
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("radio", { name: "Automatic" }));
    await page.keyboard.press("ArrowRight");
    await press(page, page.getByRole("button", { name: "Save" }), "Enter");
    await expect(page).toHaveURL(/\/admin\/trucks\/[0-9a-f]{24}$/);
    const path = `/trucks?q=${encodeURIComponent(truckName)}`;
    expect(await readAs<object[]>(product, superadmin, path)).toMatchObject([
      {
        cuisine: ["Soul"],
        timezone: "America/New_York",
        location: { city: "Tacoma" },
        accentHue: 0,
      },
    ]);
  });

  await test.step("a new account", async () => {
    await page.goto("/admin/users");
    const add = page.getByRole("button", { name: "Add staff" });
    await press(page, add, "Enter");
    const drawer = page.getByRole("dialog", { name: "Add staff" });
    await tabTo(page, drawer.getByRole("radio", { name: "Send an invitation" }));
    await page.keyboard.press("ArrowRight");
    await type(page, drawer.getByLabel("Name", { exact: true }), staffName);
    const email = `${staffName.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
    await type(page, drawer.getByLabel("Email"), email);
    await tabTo(page, drawer.getByLabel("Role"));
    await page.keyboard.type("Super");
    await type(page, drawer.getByLabel("Password", { exact: true }), PASSWORD);
    await page.keyboard.press("Enter");
    await expect(add).toBeFocused();
  });

  await test.step("an account disabled", async () => {
    const edit = page.getByRole("button", { name: `Edit ${staffName}` });
    await press(page, edit, "Enter");
    await press(page, page.getByRole("button", { name: "Disable account" }), "Enter");
    const question = page.getByRole("alertdialog", { name: `Disable ${staffName}?` });
    await press(page, question.getByRole("button", { name: "Disable" }), "Enter");
    await expect(edit).toBeFocused();
    const users = await readAs<{ name: string }[]>(product, superadmin, "/users");
    expect(users.find(({ name }) => name === staffName)).toMatchObject({
      isActive: false,
      role: "superadmin",
    });
  });
});

async function chooseFile(page: Page): Promise<void> {
  // Asked for early: the browser takes a moment until it hands its dialog over to the test.
  const choosing = page.waitForEvent("filechooser");
  await tabTo(page, page.getByLabel("Choose files"));
  await page.keyboard.press("Enter");
  const buffer = Buffer.from(MENU_FILE);
  await (await choosing).setFiles({ name: "menu.csv", mimeType: "text/csv", buffer });
}
