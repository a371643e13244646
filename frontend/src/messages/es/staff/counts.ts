import type { counts as en } from "@/messages/en/staff/counts";
import { plural } from "@/messages/plural";

export const counts: typeof en = {
  counts: "Existencias",
  howCountsWork:
    "Escribe cuántos hay para esta parada. Lo que se acaba queda agotado enseguida. Sin número no hay límite.",
  copyFromLastTime: "Copiar de la última vez",
  lastTimeWas: ({ day }: { day: string }) => `La última vez aquí: ${day}`,
  copied: ({ count }: { count: number }) =>
    plural(count, {
      one: "Se copió 1 número. Guarda para usarlo.",
      other: `Se copiaron ${count} números. Guarda para usarlos.`,
    }),
  optionsOf: ({ item }: { item: string }) => `Opciones de ${item}`,
  noLimit: "Sin límite",
  leftOf: ({ remaining, initial }: { remaining: number; initial: number }) =>
    plural(remaining, { one: "Queda", other: "Quedan" }).concat(` ${remaining} de ${initial}`),
  orderedAlready: ({ count }: { count: number }) =>
    plural(count, { one: `Ya se pidió ${count}`, other: `Ya se pidieron ${count}` }),
  enterWholeNumber: "Escribe un número entero, o déjalo vacío",
  saving: "Guardando...",
  save: "Guardar existencias",
  saved: "Existencias guardadas",
  notSaved: ({ reason }: { reason: string }) => `Las existencias no se guardaron: ${reason}`,
  loading: "Cargando existencias...",
  didNotLoad: "Las existencias no cargaron",
  knownBefore: ({ reason }: { reason: string }) =>
    `Las existencias no cargaron: ${reason} Abajo está lo que se sabía antes.`,
  noMenuItems: "Todavía no hay platillos",
  countedFromMenu: "Se puede contar lo que está en el menú.",
  addMenuItem: "Agregar platillo",
  atStop: ({ place }: { place: string }) =>
    `En ${place}. Los cambios llegan enseguida a los menús abiertos.`,
  nothingIsCounted: "En esta parada no se cuenta nada.",
  counted: "Contado",
  notCounted: "Sin contar",
  countMore: "Contar algo más",
  soldOut: "Agotado",
  oneLess: ({ name }: { name: string }) => `Uno menos: ${name}`,
  oneMore: ({ name }: { name: string }) => `Uno más: ${name}`,
  leftOfWhat: ({ name }: { name: string }) => `Quedan: ${name}`,
  set: "Fijar",
  notCorrected: ({ reason }: { reason: string }) => `Sin cambios: ${reason}`,
};
