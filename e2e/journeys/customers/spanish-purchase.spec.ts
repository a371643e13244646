import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll, takenOver } from "../../harness/browser/layout.ts";
import { expectNoEnglish } from "../../harness/browser/spanish.ts";
import { linkIn, receiveEmail } from "../../harness/product/mailbox.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import {
  CARDS,
  cardFrame,
  fillAddress,
  fillCard,
  timeOfDay,
} from "../../harness/screens/checkout.ts";
import { menuCard, option } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

test.use({ locale: "es-US", viewport: { width: 360, height: 1000 }, hasTouch: true });

const ITEM = "Garden Burrito";
const CENTS = 2 * (1150 + 100 + 195);
/** What the truck and its menu say themselves. */
const OWN_WORDS = [
  ITEM,
  "Chips and Salsa",
  "Rice, black beans and charred corn.",
  "Choose your filling",
  // Of the provider's frames, whatever language is inside.
  "Secure address input frame",
  "Secure payment input frame",
];

test("a customer buys in Spanish on a phone, from the truck's menu to the order that is followed", async ({
  page,
  truck,
  phone,
  sandbox,
}) => {
  const complaints = watchConsole(page);
  const email = `rosa.${phone}@example.com`;
  const { taxCents, totalCents } = totalOf(CENTS);
  const look = async () => {
    await expectNoEnglish(page, [truck.name, ...OWN_WORDS, "English"]);
    await expectNoSideScroll(page);
  };

  await test.step("finds the truck", async () => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    const search = page.getByRole("searchbox", { name: "Food truck, comida o lugar" });
    await takenOver(search);
    await search.fill(truck.name);
    await expect(page.getByText("1 food truck", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: truck.name }).click();
    await expect(page.getByRole("heading", { level: 1, name: truck.name })).toBeVisible();
    await look();
  });

  await test.step("chooses options", async () => {
    await menuCard(page, ITEM)
      .getByRole("button", { name: `Elegir opciones y agregar al carrito ${ITEM}` })
      .click();
    const dialog = page.getByRole("dialog", { name: ITEM });
    await expect(dialog.getByText("Elige 1", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Elige hasta 2")).toBeVisible();
    await option(dialog, "Carnitas").check();
    await option(dialog, "Guacamole").check();
    await dialog.getByRole("button", { name: `Agregar uno de ${ITEM}` }).click();
    await dialog.getByLabel("Instrucciones especiales (opcional)").fill("Sin cebolla");
    await look();
    await dialog.getByRole("button", { name: /^Agregar al carrito/ }).click();
    await expect(page.getByText(`Agregaste ${ITEM} a tu carrito`)).toBeVisible();
  });

  await test.step("looks over the cart", async () => {
    await page
      .getByRole("button", { name: `Carrito, 2 artículos, ${dollars(CENTS)}` })
      .first()
      .click();
    const drawer = page.getByRole("dialog", { name: "Tu carrito" });
    await expect(drawer.getByText(dollars(taxCents), { exact: true })).toBeVisible();
    await expect(drawer.getByText(dollars(totalCents), { exact: true })).toBeVisible();
    await look();
    await drawer.getByRole("button", { name: "Finalizar orden" }).click();
    await expect(page).toHaveURL(/\/checkout$/);
  });

  await test.step("says who is coming", async () => {
    await page.getByRole("button", { name: "Continuar al pago" }).click();
    await expect(page.getByText("Llena todos los campos obligatorios")).toBeVisible();
    await expect(page.getByText("Escribe tu teléfono", { exact: true })).toBeVisible();
    await look();
    await page.getByLabel("Nombre", { exact: true }).fill("Rosa Parker");
    await page.getByLabel("Teléfono", { exact: true }).fill(phone);
    await page.getByLabel("Correo electrónico (opcional)").fill(email);
    await page.getByRole("button", { name: "Más tarde", exact: true }).click();
    await page.getByLabel("Hora", { exact: true }).fill(timeOfDay(60));
    await look();
    await page.getByRole("button", { name: "Continuar al pago" }).click();
    await expect(page.getByRole("heading", { name: "Pago", exact: true })).toBeVisible();
  });

  await test.step("is declined, then pays", async () => {
    const pay = page.getByRole("button", { name: `Pagar ${dollars(totalCents)}` });
    await expect(cardFrame(page).getByLabel("Card number")).toBeVisible();
    await look();
    await fillAddress(page);
    await fillCard(page, CARDS.declined);
    await pay.click();
    // In the provider's own words; its sandbox speaks English only.
    await expect(page.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
    await expect(pay).toBeEnabled();
    await fillCard(page, CARDS.good);
    await pay.click();
    await expect(page).toHaveURL(/\/order-confirmation\?/);
  });

  await test.step("reads the confirmation", async () => {
    await expect(page.getByRole("heading", { name: "¡Orden confirmada!" })).toBeVisible();
    const details = page.getByRole("region", { name: "Detalles de la orden" });
    await expect(details.getByText(dollars(totalCents))).toBeVisible();
    await expect(page.getByText("Confirmación por SMS enviada")).toBeVisible();
    await look();
    await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  });

  await test.step("follows the order by the receipt's link", async () => {
    const receipt = await receiveEmail(sandbox, email);
    expect(receipt.subject).toMatch(/^Tu orden #\S+ en /);
    expect(receipt.text).toContain(`y ya pagaste ${dollars(totalCents)}.`);
    await expect(page.getByRole("link", { name: "Sigue tu orden" })).toBeVisible();
    await page.goto(linkIn(receipt));
    await expect(page.getByText("Orden recibida")).toBeVisible();
    await look();
  });
  // The browser tells of the declined card, and of nothing else.
  expect(complaints).toEqual([expect.stringContaining("402 (Payment Required)")]);
});
