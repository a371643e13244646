import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { expectNoEnglish } from "../../harness/browser/spanish.ts";
import { chooseLanguage, openAs } from "../../harness/product/accounts.ts";
import { getMenuItem, listMenuItems, PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { readStatusHistory } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const OWN_WORDS = [PLAIN_ITEM, "Rice, black beans and charred corn.", "Rosa Parker", "English"];

test("an order goes through the kitchen of staff who read Spanish in a browser that is English", async ({
  page,
  truck,
  admin,
}) => {
  const complaints = watchConsole(page);
  await chooseLanguage(truck.product, admin, "es");
  const order = await placeOrder(truck);
  await openAs(page, admin);
  await page.goto("/admin/kitchen");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  const ticket = page.getByRole("article", { name: new RegExp(`^Orden #${order.orderNumber},`) });
  await expect(ticket.getByText("Pendiente", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Total por preparar" })).toContainText(PLAIN_ITEM);
  const look = () => expectNoEnglish(page, [truck.name, admin.name, ...OWN_WORDS]);
  await look();
  for (const [button, status] of [
    ["Confirmar", "Confirmada"],
    ["Empezar a cocinar", "En preparación"],
  ] as const) {
    await ticket.getByRole("button", { name: button }).click();
    await expect(ticket.getByText(status, { exact: true })).toBeVisible();
    await look();
  }
  await ticket.getByRole("button", { name: "Lista" }).click();
  const shelf = page.getByRole("region", { name: "Lista para recoger" });
  await look();
  await shelf.getByRole("button", { name: "Entregada" }).click();
  await expect(page.getByText("Nada por hacer")).toBeVisible();
  await look();
  await expect
    .poll(() => readStatusHistory(admin, order))
    .toEqual(["pending", "confirmed", "preparing", "ready", "completed"]);
  expect(complaints).toEqual([]);
});

test("staff who read Spanish create a menu item, after mistakes that the form names", async ({
  page,
  truck,
  admin,
}) => {
  await page.setViewportSize({ width: 360, height: 1000 });
  const complaints = watchConsole(page);
  await chooseLanguage(truck.product, admin, "es");
  await openAs(page, admin);
  const look = async () => {
    await expectNoEnglish(page, [truck.name, admin.name, ...OWN_WORDS]);
    await expectNoSideScroll(page);
  };
  await page.goto("/admin/menu/new");
  await expect(page.getByRole("heading", { level: 1, name: "Platillo nuevo" })).toBeVisible();
  await look();

  const before = await listMenuItems(truck);
  await page.getByLabel("Precio", { exact: true }).fill("mucho");
  await page.getByRole("button", { name: "Agregar grupo de opciones" }).click();
  await page.getByRole("button", { name: "Guardar" }).click();
  for (const problem of [
    "Escribe el nombre del platillo",
    "Escribe dólares y centavos, de 0 a 9999.99, como 8.50",
    "Di qué se elige aquí, como Tamaño",
  ])
    await expect(page.getByText(problem).first()).toBeVisible();
  await look();
  expect(await listMenuItems(truck)).toEqual(before);

  await page.getByLabel("Nombre", { exact: true }).fill("Ramen de birria");
  await page.getByLabel("Precio", { exact: true }).fill("13.5");
  await page.getByLabel("Sección").fill("Platos hondos");
  const group = page.getByRole("group", { name: /^Grupo de opciones/ });
  await group.getByLabel("Grupo", { exact: true }).fill("Tamaño");
  await group.getByLabel("Opción 1", { exact: true }).fill("Grande");
  await group.getByLabel("Cargo extra").fill("3.25");
  await expect(
    page.getByRole("region", { name: "Como la ven los clientes" }).getByText("$13.50"),
  ).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);
  await expect(page.getByText("Ramen de birria está en el menú")).toBeVisible();
  await look();
  expect(await getMenuItem(truck, "Ramen de birria")).toMatchObject({
    basePrice: 13.5,
    optionGroups: [{ name: "Tamaño", options: [{ name: "Grande", additionalPrice: 3.25 }] }],
  });
  expect(complaints).toEqual([]);
});
