import type { cart as en } from "@/messages/en/storefront/cart";
import { plural } from "@/messages/plural";

export const cart: typeof en = {
  itemItems: ({ count }: { count: number }) =>
    plural(count, { one: "artículo", other: "artículos" }),
  cart: ({ items, subtotalCents }: { items: string; subtotalCents: string }) =>
    `Carrito, ${items}, ${subtotalCents}`,
  cart2: ({ items }: { items: string }) => `Carrito, ${items}`,
  cart3: "Carrito",
  inTheCart: ({ items }: { items: string }) => `${items} en el carrito`,
  yourCartHasChanged: "Tu carrito cambió",
  gotIt: "Entendido",
  soldOut: "Agotado",
  isSoldOut: ({ soldOut }: { soldOut: string }) => `${soldOut} se agotó`,
  remove: "Quitar",
  subtotal: "Subtotal",
  tax: "Impuesto",
  total: "Total",
  yourCart: "Tu carrito",
  checkout: "Pagar",
  yourCartIsEmpty: "Tu carrito está vacío",
  pickSomethingFromMenuAnd: "Elige algo del menú y aquí te esperará.",
  backToTheMenu: "Volver al menú",
  somethingHereIsSoldOut: "Algo de aquí se acaba de agotar. Quítalo para pagar.",
  addNoteForKitchen: "Agregar una nota para la cocina",
  noteForTheKitchenOptional: "Nota para la cocina (opcional)",
  unableToDetermineTruckInformation:
    "No pudimos identificar el food truck. Inténtalo de nuevo desde el menú.",
  addedToYourCart: ({ menuItem }: { menuItem: string }) => `Agregaste ${menuItem} a tu carrito`,
  viewCart: "Ver el carrito",
  lessIsLeftThanHere: "Queda menos de lo que pusiste aquí. Cámbialo para pagar.",
  changeTo: ({ quantity }: { quantity: number }) => `Cambiar a ${quantity}`,
  soldOutJustNow: "Se acaba de agotar",
  isSoldOut2: ({ name }: { name: string }) => `${name}: agotado.`,
  isSoldOut3: ({ name, soldOut }: { name: string; soldOut: string }) =>
    `${name}: ${soldOut} se agotó.`,
};
