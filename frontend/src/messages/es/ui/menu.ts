import type { uiMenu as en } from "@/messages/en/ui/menu";
import { plural } from "@/messages/plural";

export const uiMenu: typeof en = {
  soldOut: "Agotado",
  onlyLeft: ({ left }: { left: number }) =>
    plural(left, { one: `Solo queda ${left}`, other: `Solo quedan ${left}` }),
  allLeftInCart: "Todo lo que queda ya está en tu carrito.",
  chooseOptions: "Elegir opciones",
  andAddToCart: ({ name }: { name: string }) => `y agregar al carrito ${name}`,
  addToCart: "Agregar al carrito",
  required: "Obligatorio",
  optional: "Opcional",
  isSoldOut: ({ name }: { name: string }) => `${name}: agotado.`,
  specialInstructionsOptional: "Instrucciones especiales (opcional)",
  upToCharacters: ({ instructionsLimit }: { instructionsLimit: number }) =>
    `Hasta ${instructionsLimit} caracteres`,
  justSoldOutRestOf: ({ names }: { names: string }) =>
    `Se acaba de agotar: ${names}. Lo demás que elegiste sigue igual.`,
};
