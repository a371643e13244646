import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../../harness/test.ts";

test("the widget works on another site under a strict policy, in both languages and themes, and leads to the truck", async ({
  page,
  product,
  truck,
  policyViolations,
}) => {
  const site = await openSite(product.url, (path) =>
    path === "/es"
      ? `<!doctype html><html lang="es"><title>Sitio</title>${elements(truck.slug)}</html>`
      : `<!doctype html><html lang="en"><title>Site</title>${elements(truck.slug)}</html>`,
  );
  try {
    await page.goto(site.url);
    const widget = page.locator("chuckwagon-truck").first();
    const order = widget.getByRole("link", { name: `Order from ${truck.name}` });
    await expect(order).toBeVisible();
    await expect(widget).toContainText("Open now");
    await expect(widget.locator("div")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(widget.locator("div")).toHaveCSS("background-color", "rgb(33, 27, 23)");
    await expect(order).toHaveCSS("min-height", "44px");
    // The second names a truck that does not exist.
    const unknown = page.locator("chuckwagon-truck").nth(1);
    await expect(unknown).toBeHidden();
    expect(await unknown.evaluate((element) => element.shadowRoot?.childElementCount)).toBe(0);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );

    await page.goto(`${site.url}/es`);
    await expect(widget).toContainText("Abierto ahora");
    expect(policyViolations).toEqual([]);
    await widget.getByRole("link", { name: `Pedir en ${truck.name}` }).click();
    await page.waitForURL(`${product.url}${truck.path}`);
    await expect(page.getByRole("heading", { level: 1, name: truck.name })).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
  } finally {
    site.server.close();
  }
});

const elements = (slug: string) =>
  `<chuckwagon-truck slug="${slug}"></chuckwagon-truck><chuckwagon-truck slug="no-such-truck"></chuckwagon-truck>`;

/** A site of another origin that allows scripts, connections and images of the product, and nothing else. */
async function openSite(
  product: string,
  bodyOf: (path: string) => string,
): Promise<{ url: string; server: Server }> {
  const policy = [
    "default-src 'none'",
    `script-src ${product}`,
    `connect-src ${product}`,
    `img-src ${product}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
    response.end(
      `${bodyOf(request.url ?? "/")}<script src="${product}/embed/truck.js" async></script>`,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
