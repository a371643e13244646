import type { Page } from "@playwright/test";
import { type Stage, setStage } from "../harness/admin-screens.ts";
import { asOwner, enterAsOwnerOf, newAdmin } from "../harness/arrange.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall } from "../harness/network.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const PHONE = { width: 360, height: 740 };
const BAD_FILE = {
  name: "menu.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("id,name,price\n,Dish,cheap\n"),
};

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("no question, drawer or notice of the menu has a serious barrier", async ({
    page,
    product,
    sandbox,
    phone,
  }) => {
    test.slow();
    const stage = await setStage(product, sandbox, phone);
    await enterAsOwnerOf(page, product, stage.truck);
    await page.goto("/admin/menu");
    await page.getByRole("button", { name: "Delete Skillet Hash" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectFits(page, "the question before deleting");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Import CSV" }).click();
    const drawer = page.getByRole("dialog", { name: "Import menu" });
    await expectFits(page, "import");
    await drawer.getByLabel("Choose a CSV file").setInputFiles(BAD_FILE);
    await expect(drawer.getByText(/problems? to correct/)).toBeVisible();
    await expectFits(page, "import with problems");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await page.getByRole("button", { name: "Change Order" }).click();
    await expectFits(page, "menu in order");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "More" })).toBeVisible();
    await expectFits(page, "the sheet of a phone");

    await page.goto(`/admin/menu/edit/${stage.dishId}`);
    await page.getByRole("button", { name: "Add option group" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Say what is chosen here, such as Size")).toBeVisible();
    await expectFits(page, "dish with errors");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectFits(page, "the question before leaving");
    await expectConflictFits(page, stage, () =>
      asOwner(product, ["PUT", `/menu-items/${stage.dishId}`], { basePrice: 12 }),
    );
  });

  test("no question, drawer or failure about trucks and staff has a serious barrier", async ({
    page,
    product,
    sandbox,
    phone,
  }) => {
    test.slow();
    const { truck } = await setStage(product, sandbox, phone);
    const admin = await newAdmin(product, truck);
    await enterAsOwnerOf(page, product, truck);
    await page.goto("/admin/trucks/new");
    await page.getByLabel("Web address").fill("admin");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await expect(page.getByText(/used by the product itself/).first()).toBeVisible();
    await expectFits(page, "truck with errors");

    await page.goto("/admin/users");
    await page.getByRole("button", { name: "Add staff" }).click();
    await page.getByRole("button", { name: "Add to staff" }).click();
    await expectFits(page, "add staff with errors");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Edit ${admin.name}` }).click();
    await expect(page.getByRole("dialog", { name: `Edit ${admin.name}` })).toBeVisible();
    await expectFits(page, "edit staff");
    await page.getByRole("button", { name: "Disable account" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectFits(page, "the question before disabling");

    await page.goto(`/admin/trucks?q=${encodeURIComponent(truck.name)}`);
    await breakCall(page, "trucks/*/toggle-active", "told-500");
    await page.getByRole("button", { name: `Deactivate ${truck.name}` }).click();
    await expect(notifications(page)).toContainText("Failed to update truck status");
    await expectFits(page, "a failure said twice");
    await breakCall(page, "users", "html");
    await page.goto("/admin/users");
    await expect(page.getByRole("heading", { name: "Failed to load staff" })).toBeVisible();
    await expectFits(page, "a failed load");
  });

  test("the dead ends of somebody without a truck have no serious barrier", async ({
    page,
    product,
  }) => {
    await page.goto("/admin/login");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expectFits(page, "sign-in with errors");
    await enterAs(page, product, "truckless");
    for (const path of ["dashboard", "orders", "menu", "menu/new", "customers", "analytics"]) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByText(/contact an administrator/)).toBeVisible();
      await expectFits(page, `${path} without a truck`);
    }
  });
});

async function expectFits(page: Page, what: string): Promise<void> {
  await expectNoBarriers(page, what);
  await expectNoSideScroll(page);
}

async function expectConflictFits(
  page: Page,
  { dishId }: Stage,
  theirSave: () => Promise<unknown>,
): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await page.goto(`/admin/menu/edit/${dishId}`);
  await page.getByLabel("Description").fill("Mine");
  await theirSave();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: /Someone else changed/ })).toBeVisible();
  await expectFits(page, "two editors");
}
