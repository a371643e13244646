import type { Locator, Page } from "@playwright/test";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll, expectWholeWords } from "../../harness/browser/layout.ts";
import { createAdminWithoutTruck, openAs } from "../../harness/product/accounts.ts";
import { changeMenuItem } from "../../harness/product/menu-items.ts";
import { uniqueName } from "../../harness/product/names.ts";
import { createTruck } from "../../harness/product/own-trucks.ts";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  payButton,
  payByCard,
} from "../../harness/screens/checkout.ts";
import { addToCart, openCart, openMenuItem } from "../../harness/screens/menu.ts";
import {
  createStaffData,
  openScreen,
  STAFF_SCREENS,
  type StaffData,
} from "../../harness/screens/staff-screens.ts";
import { expect, test } from "../../harness/test.ts";

const PHONE = { width: 360, height: 1000 };
const DESKTOP = { width: 1280, height: 850 };

test.use({ viewport: PHONE, hasTouch: true });

test("every screen of a purchase fits a phone of 360 pixels, long names and text at 200 percent too, and has no serious barrier", async ({
  page,
  truck,
  phone,
}) => {
  test.slow();
  await page.goto("/leilas-falafel");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Grandmother Leila");
  await expectFitsLargeText(page);
  await addToCart(
    page,
    "Fried Cauliflower and Smoked Eggplant Wrap with Pomegranate, Pickles and Tahini",
    { options: ["Thin flatbread", "Extra falafel"] },
  );
  await openCart(page);
  await expectNoSideScroll(page);

  await page.goto("/");
  const link = page.getByRole("link", { name: truck.name });
  await expect(link).toBeVisible();
  await expectForCustomers(page, "home");
  await link.click();
  await openMenuItem(page, "Garden Burrito");
  await expect(page.getByRole("dialog", { name: "Garden Burrito" })).toBeVisible();
  await expectForCustomers(page, "item");
  await page.keyboard.press("Escape");
  await addToCart(page, "Garden Burrito", { options: ["Grilled chicken", "Guacamole"] });
  await expectForCustomers(page, "truck");

  const drawer = await openCart(page);
  await expectForCustomers(page, "cart");
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expectForCustomers(page, "checkout");

  await continueToPayment(page, { phone, name: LONG_WORD });
  await expect(payButton(page)).toBeEnabled();
  await expectForCustomers(page, "payment");
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expectForCustomers(page, "confirmation");
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(page.getByText("Order received")).toBeVisible();
  await expectForCustomers(page, "an order that is followed");
  await page.goto("/orders");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await expectForCustomers(page, "my orders");
  await page.goto("/no-such-truck");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectForCustomers(page, "no such truck");

  await page.goto("/api-test");
  await page.getByRole("button", { name: "nonexistent-truck" }).click();
  await expect(page.getByText(/API Error: 404 - ./)).toBeVisible();
  await expectAccessible(page, "the truck lookup with an error");
  await page.goto("/menu-test");
  await page.getByRole("button", { name: "Use the sample ID" }).click();
  await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
  await expectAccessible(page, "the menu lookup with an answer");
});

const SCREENS_OF = {
  "a truck": STAFF_SCREENS.filter((screen) => !screen.isForSuperadmins),
  "the platform": STAFF_SCREENS.filter((screen) => screen.isForSuperadmins),
};

for (const [place, screens] of Object.entries(SCREENS_OF)) {
  test(`the staff's screens of ${place} fit a phone of 360 pixels, mistakes and text at 200 percent included, have no serious barrier in either theme and complain of nothing`, async ({
    page,
    product,
    superadmin,
  }) => {
    test.slow();
    const truck = await createTruck(product, { name: uniqueName(LONG_NAME) });
    const data = await createStaffData(truck);
    const complaints = watchConsole(page);
    await openAs(page, superadmin, truck);
    await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await openScreen(page, screen, data);
        await expectForStaff(page, screen.name);
        await SPECIAL_STATES[screen.name]?.(page, data);
      });
    }
    // The second of two editors is refused.
    const isRefusedEdit = (text: string) => /status of 409 .*\/api\/menu-items\//.test(text);
    expect(complaints.filter((text) => !isRefusedEdit(text))).toEqual([]);
  });
}

test("sign-in, and what an admin without a truck sees, fit a phone of 360 pixels", async ({
  page,
  product,
}) => {
  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectFitsLargeText(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectFit(page, page.getByText("Email is required"));
  await expectNoBarriers(page, "sign-in with a mistake");
  await openAs(page, await createAdminWithoutTruck(product));
  await expectTrucklessScreensFit(page);
});

const LONG_NAME = "Grandmother Leila's Unhurried Falafel and Flatbread";
const LONG_WORD = "unbreakable".repeat(5);
const BAD_MENU = `${LONG_WORD},name,price\n,Mole fries,${LONG_WORD}\n`;

/** What else a screen shows once something is pressed or wrong, by the screen's name. */
const SPECIAL_STATES: Record<string, (page: Page, data: StaffData) => Promise<void>> = {
  order: async (page) => {
    await expectDialogFits(page, "Refund", async () => expectNoBarriers(page, "refund drawer"));
  },
  menu: async (page, { item }) => {
    await page.getByRole("button", { name: "Reorder menu" }).click();
    await expectFit(page, page.getByRole("button", { name: `Move ${item.name} down` }));
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await expectDialogFits(page, `Delete ${item.name}`);
    await expectDialogFits(page, "More");
    await expectDialogFits(page, "Import menu", async (drawer) => {
      const file = {
        name: `${LONG_WORD}.csv`,
        mimeType: "text/csv",
        buffer: Buffer.from(BAD_MENU),
      };
      await drawer.getByLabel("Choose files").setInputFiles(file);
      await expectFit(page, drawer.getByText(/questions? first/));
    });
  },
  "new menu item": async (page) => {
    await page.getByRole("button", { name: "Add option group" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expectFit(page, page.getByText("Say what is chosen here, such as Size"));
    await leaveUnsaved(page);
  },
  "menu item": async (page, { truck, item }) => {
    await expectDialogFits(page, "Delete menu item");
    await changeMenuItem(truck, item.name, { description: LONG_WORD });
    await page.getByLabel("Description").fill("Mine");
    await page.getByRole("button", { name: "Save" }).click();
    await expectFit(page, page.getByRole("region", { name: /^Someone else changed/ }));
    await leaveUnsaved(page);
  },
  trucks: async (page, { truck }) => {
    await expectDialogFits(page, `Delete ${truck.name}`);
  },
  "new truck": async (page) => {
    await page.getByRole("button", { name: "Save" }).click();
    await expectFit(page, page.getByText("Enter the truck's name"));
  },
  truck: async (page) => {
    await expectDialogFits(page, "Delete truck");
    await page.getByLabel("Owner's email").fill(LONG_WORD);
    await page.getByRole("textbox", { name: "Tax rate", exact: true }).fill("21");
    await page.getByLabel("Card image address").fill(`http://${LONG_WORD}.example`);
    await page.getByRole("button", { name: "Save" }).click();
    await expectFit(page, page.getByText(/^Enter an address that starts with https:/));
    await leaveUnsaved(page);
  },
  staff: async (page) => {
    await expectDialogFits(page, "Add staff", async (drawer) => {
      await drawer.getByRole("button", { name: "Send the invitation" }).click();
      await expectFit(page, drawer.getByText("Email is required"));
    });
    await expectDialogFits(page, "Edit Marisol Vega", async (drawer) => {
      await drawer.getByRole("button", { name: "Disable account" }).click();
      await expectFit(page, page.getByRole("alertdialog"));
      await page.keyboard.press("Escape");
      await expect(page.getByRole("alertdialog")).toBeHidden();
    });
  },
};

async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectNoBarriers(page, screen);
}

async function expectForCustomers(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  await expectFitsLargeText(page, expectWholeWords);
}

/** In both themes on a phone, in the dark on a desktop, and with large text in the colors that the system forces. */
async function expectForStaff(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  // Colors that fade over to the other theme would be looked at on their way.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoBarriers(page, `${screen} in the dark`);
  await page.setViewportSize(DESKTOP);
  await expectAccessible(page, `${screen} on a desktop in the dark`);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await expectFitsLargeText(page);
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "no-preference" });
}

/** With text at 200 percent, on a phone and on a desktop; leaves the phone and its text as they were. */
async function expectFitsLargeText(
  page: Page,
  look: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await expectNoSideScroll(page);
  const phone = page.viewportSize() ?? PHONE;
  const setText = (size: string) =>
    page.evaluate((to) => {
      document.documentElement.style.fontSize = to;
    }, size);
  await setText("200%");
  for (const size of [phone, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSideScroll(page);
    await look(page);
  }
  await setText("");
  await page.setViewportSize(phone);
}

async function expectFit(page: Page, content: Locator): Promise<void> {
  await expect(content).toBeVisible();
  await expectNoSideScroll(page);
}

/** Opens a dialog with a button, looks at it and at what it can show besides, and closes it. */
async function expectDialogFits(
  page: Page,
  button: string,
  look?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await expectFit(page, dialog);
  await look?.(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

/** Leaves a form after the question whether its changes may get lost. */
async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without your changes?" });
  await expectFit(page, question);
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(question).toBeHidden();
}

/** Opened by their links, because a page load takes longer than all else here. */
async function expectTrucklessScreensFit(page: Page): Promise<void> {
  await page.goto("/admin/menu/new");
  await expectFit(page, page.getByText(ASK_AN_ADMINISTRATOR));
  // The kitchen's screen has no bar with links, so it is the last.
  for (const name of ["Dashboard", "Orders", "Menu", "Customers", "Analytics", "Kitchen"]) {
    if (BEHIND_MORE.includes(name)) await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveTitle(`${name} · Chuckwagon`);
    await expectFit(page, page.getByText(ASK_AN_ADMINISTRATOR));
  }
}

const BEHIND_MORE = ["Customers", "Analytics"];
const ASK_AN_ADMINISTRATOR = /contact an administrator/;
