import { ADMIN_SCREENS, setStage } from "../harness/admin-screens.ts";
import { enterAsOwnerOf } from "../harness/arrange.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { expect, test } from "../harness/test.ts";

const LAPTOP = { width: 1280, height: 1000 };
const PHONE = { width: 360, height: 740 };

test("no screen of the admin area has a serious barrier or leaves a phone's width", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  test.slow();
  const stage = await setStage(product, sandbox, phone);
  await enterAsOwnerOf(page, product, stage.truck);
  for (const { name, path, content } of ADMIN_SCREENS) {
    await page.setViewportSize(LAPTOP);
    await page.goto(path(stage));
    await expect(content(page, stage)).toBeVisible();
    await expectNoBarriers(page, name);
    await page.setViewportSize(PHONE);
    await expect(content(page, stage)).toBeVisible();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, `${name} on a phone`);
  }
});
