import type { checks as en } from "@/messages/en/checks";

/** What a form of staff or customers says about a value that it cannot send. */
export const checks: typeof en = {
  pleaseEnterValidEmailAddress: "Escribe un correo electrónico válido",
  enterAddressThatStartsWith: "Escribe una dirección que empiece con https:// o elige un archivo",
  atMostCharacters: ({ limit }: { limit: number }) => `Máximo ${limit} caracteres`,
};
