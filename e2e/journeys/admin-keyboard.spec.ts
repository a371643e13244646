import { asOwner, enterAsAdminOf, menuOf, newAdmin, newTruck, unique } from "../harness/arrange.ts";
import { press, tabTo, type } from "../harness/keyboard.ts";
import { notifications } from "../harness/menu.ts";
import { enterAs, signedIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const MENU_FILE = `id,name,description,category,section,price,available,position,image,options
,Tamal,,Mains,Plates,4.50,yes,,,
`;
const PASSWORD = "kettle-steam-window-19";

test("a dish with options is made, and sold out, without a mouse", async ({ page, product }) => {
  const truck = await newTruck(product);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/dashboard");
  await press(page, page.getByRole("link", { name: "Add First Menu Item" }), "Enter");
  await type(page, page.getByLabel("Name", { exact: true }), "Arepa");
  await type(page, page.getByLabel("Price", { exact: true }), "7.25");
  await press(page, page.getByRole("switch", { name: "Available" }), "Space");
  await press(page, page.getByRole("button", { name: "Add option group" }), "Enter");
  // Whoever adds a group wants to name it.
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
  const [arepa] = await menuOf(product, truck);
  expect(arepa).toMatchObject({ name: "Arepa", basePrice: 7.25, isAvailable: false });
  expect(arepa?.optionGroups[0]?.options.map(({ name }) => name)).toEqual(["Beef", "Cheese"]);

  await press(page, page.getByRole("button", { name: "Mark Available" }), "Enter");
  await expect(page.getByRole("button", { name: "Mark Unavailable" })).toBeFocused();
});

test("a truck is made without a mouse", async ({ page, product }) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  await press(page, page.getByRole("link", { name: "Add Truck" }), "Enter");
  const name = unique("Keyboard Kitchen");
  await type(page, page.getByLabel("Name", { exact: true }), name);
  await expect(page.getByText(/^Free: /)).toBeVisible();
  await type(page, page.getByRole("combobox", { name: "Cuisine" }), "Soul");
  await page.keyboard.press("Enter");
  await type(page, page.getByLabel("City"), "Tacoma");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await tabTo(page, zone);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("New York");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("radio", { name: "Automatic" }));
  await page.keyboard.press("ArrowRight");
  await press(page, page.getByRole("button", { name: "Save" }), "Enter");
  await expect(notifications(page)).toContainText(`${name} added`);
  const [truck] = await asOwner<object[]>(product, [
    "GET",
    `/trucks?q=${encodeURIComponent(name)}`,
  ]);
  expect(truck).toMatchObject({
    cuisine: ["Soul"],
    timezone: "America/New_York",
    location: { city: "Tacoma" },
    accentHue: 0,
  });
});

test("staff are added, and an account disabled, without a mouse", async ({ page, product }) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/users");
  const add = page.getByRole("button", { name: "Add staff" });
  await press(page, add, "Enter");
  const drawer = page.getByRole("dialog", { name: "Add staff" });
  const name = unique("Ines");
  await type(page, drawer.getByLabel("Name", { exact: true }), name);
  const email = `${name.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
  await type(page, drawer.getByLabel("Email"), email);
  await tabTo(page, drawer.getByLabel("Role"));
  await page.keyboard.type("Super");
  await type(page, drawer.getByLabel("Password", { exact: true }), PASSWORD);
  await page.keyboard.press("Enter");
  await expect(notifications(page)).toContainText(`${name} can sign in now`);
  await expect(add).toBeFocused();
  expect(await signedIn(product, { email, password: PASSWORD })).toBeTruthy();

  const edit = page.getByRole("button", { name: `Edit ${name}` });
  await press(page, edit, "Enter");
  await press(page, page.getByRole("button", { name: "Disable account" }), "Enter");
  const question = page.getByRole("alertdialog", { name: `Disable ${name}?` });
  await press(page, question.getByRole("button", { name: "Disable" }), "Enter");
  await expect(notifications(page)).toContainText(`${name} can no longer sign in`);
  await expect(edit).toBeFocused();
});

test("signing in and changing the own password need no mouse", async ({ page, product }) => {
  const admin = await newAdmin(product, await newTruck(product));
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
  expect(await signedIn(product, { email: admin.email, password: PASSWORD })).toBeTruthy();
});

test("a menu is imported without a mouse", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Arepa" }] });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const open = page.getByRole("button", { name: "Import CSV" });
  await press(page, open, "Enter");
  const drawer = page.getByRole("dialog", { name: "Import menu" });
  const field = drawer.getByLabel("Choose a CSV file");
  await tabTo(page, field);
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
