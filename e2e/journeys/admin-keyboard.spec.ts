import {
  createAdmin,
  createSuperadmin,
  openAs,
  readAs,
  startSession,
} from "../harness/accounts.ts";
import { press, tabTo, type } from "../harness/keyboard.ts";
import { notifications } from "../harness/menu.ts";
import { getMenuItem } from "../harness/menu-items.ts";
import { uniqueName } from "../harness/names.ts";
import { expect, test } from "../harness/test.ts";

const MENU_FILE = `id,name,description,category,section,price,available,position,image,options
,Tamal,,Mains,Plates,4.50,yes,,,
`;
const PASSWORD = "kettle-steam-window-19";

test.describe("a truck without a menu", () => {
  test.use({ menu: [[], { scope: "test" }] });

  test("a menu item is made and sold out, and a menu imported, without a mouse", async ({
    page,
    truck,
    admin,
  }) => {
    await openAs(page, admin);
    await page.goto("/admin/dashboard");
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
    await expect(notifications(page)).toContainText("Arepa is on the menu");
    const arepa = await getMenuItem(truck, "Arepa");
    expect(arepa).toMatchObject({ basePrice: 7.25, isAvailable: false });
    expect(arepa.optionGroups[0]?.options.map(({ name }) => name)).toEqual(["Beef", "Cheese"]);

    await press(page, page.getByRole("button", { name: "Mark Available" }), "Enter");
    await expect(page.getByRole("button", { name: "Mark Unavailable" })).toBeFocused();

    const open = page.getByRole("button", { name: "Import CSV" });
    await press(page, open, "Enter");
    const drawer = page.getByRole("dialog", { name: "Import menu" });
    await tabTo(page, drawer.getByLabel("Choose a CSV file"));
    const choosing = page.waitForEvent("filechooser");
    await page.keyboard.press("Enter");
    await (await choosing).setFiles({
      name: "menu.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(MENU_FILE),
    });
    await expect(drawer.getByRole("region", { name: "What the file does" })).toBeFocused();
    await press(page, drawer.getByRole("button", { name: "Confirm Import" }), "Enter");
    await expect(notifications(page)).toContainText("Menu imported: 1 added");
    await expect(open).toBeFocused();
  });
});

test("a truck and an account are made, and the account disabled, without a mouse", async ({
  page,
  product,
}) => {
  const superadmin = await createSuperadmin(product);
  await openAs(page, superadmin);
  await page.goto("/admin/trucks");
  await press(page, page.getByRole("link", { name: "Add Truck" }), "Enter");
  const truckName = uniqueName("Keyboard Kitchen");
  await type(page, page.getByLabel("Name", { exact: true }), truckName);
  await expect(page.getByText(/^Free: /)).toBeVisible();
  await type(page, page.getByRole("combobox", { name: "Cuisine" }), "Soul");
  await page.keyboard.press("Enter");
  await type(page, page.getByLabel("City"), "Tacoma");
  await tabTo(page, page.getByRole("combobox", { name: "Time zone" }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("New York");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("radio", { name: "Automatic" }));
  await page.keyboard.press("ArrowRight");
  await press(page, page.getByRole("button", { name: "Save" }), "Enter");
  await expect(notifications(page)).toContainText(`${truckName} added`);
  const path = `/trucks?q=${encodeURIComponent(truckName)}`;
  expect(await readAs(product, superadmin, path)).toMatchObject([
    {
      cuisine: ["Soul"],
      timezone: "America/New_York",
      location: { city: "Tacoma" },
      accentHue: 0,
    },
  ]);

  await page.goto("/admin/users");
  const add = page.getByRole("button", { name: "Add staff" });
  await press(page, add, "Enter");
  const drawer = page.getByRole("dialog", { name: "Add staff" });
  const name = uniqueName("Ines");
  await type(page, drawer.getByLabel("Name", { exact: true }), name);
  const email = `${name.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
  await type(page, drawer.getByLabel("Email"), email);
  await tabTo(page, drawer.getByLabel("Role"));
  await page.keyboard.type("Super");
  await type(page, drawer.getByLabel("Password", { exact: true }), PASSWORD);
  await page.keyboard.press("Enter");
  await expect(notifications(page)).toContainText(`${name} can sign in now`);
  await expect(add).toBeFocused();
  expect(await startSession(product, { email, password: PASSWORD })).toBeTruthy();

  const edit = page.getByRole("button", { name: `Edit ${name}` });
  await press(page, edit, "Enter");
  await press(page, page.getByRole("button", { name: "Disable account" }), "Enter");
  const question = page.getByRole("alertdialog", { name: `Disable ${name}?` });
  await press(page, question.getByRole("button", { name: "Disable" }), "Enter");
  await expect(notifications(page)).toContainText(`${name} can no longer sign in`);
  await expect(edit).toBeFocused();
});

test("signing in and changing one's password need no mouse", async ({ page, product, truck }) => {
  const admin = await createAdmin(truck);
  await page.goto("/admin/login");
  await type(page, page.getByLabel("Email"), admin.email);
  await type(page, page.getByLabel("Password", { exact: true }), admin.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await press(page, page.getByRole("link", { name: /your profile/ }).first(), "Enter");
  const access = page.getByRole("form", { name: "How you sign in" });
  await type(page, access.getByLabel("New password", { exact: true }), PASSWORD);
  await type(page, access.getByLabel("Current password", { exact: true }), admin.password);
  await page.keyboard.press("Enter");
  await expect(notifications(page)).toContainText("Your sign-in is saved");
  expect(await startSession(product, { email: admin.email, password: PASSWORD })).toBeTruthy();
});
