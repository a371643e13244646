import type { domainCart as en } from "@/messages/en/domain/cart";

export const domainCart: typeof en = {
  walkUp: "Mostrador",
  isNoLongerOnMenu: ({ name }: { name: string }) => `${name} ya no está en el menú.`,
  isSoldOut: ({ name }: { name: string }) => `${name}: agotado.`,
  optionIsNoLongerOffered: "Una opción ya no se ofrece. Elige de nuevo.",
  pleaseChooseAgain: ({ group }: { group: string }) => `Vuelve a elegir ${group}.`,
  nowEachWas: ({ now, toldCents }: { now: string; toldCents: string }) =>
    `Ahora cuesta ${now} cada uno; antes, ${toldCents}.`,
  isNowWas: ({ name, is, was }: { name: string; is: string; was: string }) =>
    `${name} ahora cuesta ${is} (antes ${was})`,
  isNoLongerOnMenuAnd: ({ name }: { name: string }) => `${name} ya no está en el menú y se quitó`,
  isSoldOutAndWas: ({ name }: { name: string }) => `${name}: se agotó y se quitó`,
  wasRemovedIsSoldOut: ({ name, soldOut }: { name: string; soldOut: string }) =>
    `${name} se quitó: ${soldOut} se agotó`,
  wasRemovedIsNoLonger: ({ name, name2 }: { name: string; name2: string }) =>
    `${name} se quitó: ${name2} ya no se ofrece`,
  wasRemovedPleaseChooseAgain: ({ name, name2 }: { name: string; name2: string }) =>
    `${name} se quitó: vuelve a elegir ${name2}`,
  wasRemoved: ({ name, replace }: { name: string; replace: string }) =>
    `${name} se quitó: ${replace}`,
};
