import { watchConsole } from "../harness/console.ts";
import { staffToken } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the list and a menu with its prices are there", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Spicy Burritos" }).click();
    await expect(page).toHaveTitle("Spicy Burritos · Chuckwagon");
    await expect(page.getByRole("heading", { name: "Spicy Burritos", level: 1 })).toBeVisible();
    const corn = page.getByRole("listitem").filter({ hasText: "Street Corn" });
    await expect(corn).toContainText("$");
  });
});

for (const path of ["/", "/spicy-burritos"]) {
  test(`${path} is taken over as it is: nothing is drawn anew, moves or complains`, async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    await page.addInitScript(() => {
      const seen = { nodes: [] as Element[], shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
      document.addEventListener("DOMContentLoaded", () => {
        seen.nodes = [...document.querySelectorAll("#root *")];
      });
    });
    await page.goto(path);
    const isTakenOver = () =>
      Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react"));
    await page.waitForFunction(isTakenOver);
    const { count, gone, shift } = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { nodes: Element[]; shift: number } };
      const gone = seen.nodes.filter((node) => !node.isConnected).map((node) => node.outerHTML);
      return { count: seen.nodes.length, gone, shift: seen.shift };
    });
    expect(count).toBeGreaterThan(100);
    expect(gone).toEqual([]);
    expect(shift).toBeLessThanOrEqual(0.02);
    expect(complaints).toEqual([]);
  });
}

test("home asks the API for nothing that came with it", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  expect(calls).toEqual([]);
});

test("a tap that comes before the code is not lost", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(index|street|truck)-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/spicy-burritos", { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: "Add to cart Chips and Guacamole" }).click();
  release();
  await expect(page.getByRole("button", { name: /^Cart, 1 item/ })).toBeVisible();
});

test("the page is there and keeps taps before any other file has come", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    await released;
    await route.continue();
  });
  const arrival = page.goto("/spicy-burritos");
  const add = page.getByRole("button", { name: "Add to cart Chips and Guacamole" });
  await add.click();
  expect(await add.evaluate((button) => getComputedStyle(button).borderRadius)).not.toBe("0px");
  await expect(page.getByRole("button", { name: /^Cart, 1 item/ })).toHaveCount(0);
  release();
  await expect(page.getByRole("button", { name: /^Cart, 1 item/ })).toBeVisible();
  await arrival;
});

test("nothing of the page can be seen before its taps can be kept", async ({ page }) => {
  const html = await (await page.request.get("/spicy-burritos")).text();
  const listens = html.indexOf('addEventListener("click", keepTap');
  expect(listens).toBeGreaterThan(0);
  expect(html.indexOf("<style")).toBeGreaterThan(listens);
  expect(html.indexOf("<body")).toBeGreaterThan(listens);
});

test("every tap counts once, while the code takes over from the page as well", async ({ page }) => {
  await page.goto("/spicy-burritos", { waitUntil: "commit" });
  const add = page.getByRole("button", { name: "Add to cart Chips and Guacamole" });
  for (let tap = 0; tap < 12; tap += 1) await add.click();
  await expect(page.getByRole("button", { name: /^Cart, 12 items/ })).toBeVisible();
});

test("a truck that is renamed has its new name in the page at once", async ({ page, product }) => {
  const token = await staffToken(product, "superadmin");
  const headers = { Authorization: `Bearer ${token}` };
  const truck = await (
    await page.request.get("/api/trucks/by-slug/spicy-burritos", { headers })
  ).json();
  const rename = async (name: string) => {
    const { version } = await (
      await page.request.get(`/api/trucks/${truck._id}`, { headers })
    ).json();
    const answer = await page.request.put(`/api/trucks/${truck._id}`, {
      headers,
      data: { name, version },
    });
    expect(answer.ok()).toBe(true);
  };
  await page.request.get("/spicy-burritos");
  await rename("Milder Burritos");
  expect(await (await page.request.get("/spicy-burritos")).text()).toContain(
    "Milder Burritos</h1>",
  );
  await rename(truck.name);
});
