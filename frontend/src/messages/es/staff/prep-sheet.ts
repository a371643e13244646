import type { prepSheet as en } from "@/messages/en/staff/prep-sheet";
import { withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

interface Basis {
  count: number;
  place: string;
  weekday: string;
}

const WEEKDAYS: Record<string, [one: string, several: string]> = {
  mon: ["lunes", "lunes"],
  tue: ["martes", "martes"],
  wed: ["miércoles", "miércoles"],
  thu: ["jueves", "jueves"],
  fri: ["viernes", "viernes"],
  sat: ["sábado", "sábados"],
  sun: ["domingo", "domingos"],
};

export const prepSheet: typeof en = {
  prepSheet: "Hoja de preparación",
  prepSheetFor: ({ place, day }: { place: string; day: string }) =>
    `Hoja de preparación, ${place}, ${day}`,
  forNextStop: ({ place, when }: { place: string; when: string }) => `para ${place}, ${when}`,
  loading: "Cargando la hoja de preparación...",
  didNotLoad: "La hoja de preparación no cargó",
  knownBefore: ({ reason }: { reason: string }) =>
    `La hoja de preparación no cargó: ${reason} Abajo está lo que se sabía antes.`,
  stopNotFound: "No se encontró la parada",
  itMayBeDeleted: "Esa parada no existe, o es de otro food truck.",
  stopIsCancelled: "Esta parada está cancelada",
  nothingToPrepare: "No hay nada que preparar para ella.",
  stopIsOver: "Esta parada ya terminó.",
  openSchedule: "Abrir la agenda",
  menuIsEmpty: "El menú está vacío",
  addItemsFirst: "Agrega productos al menú, y esta hoja dirá cuántos preparar de cada uno.",
  openMenu: "Abrir el menú",
  print: "Imprimir",
  downloadCsv: "Descargar CSV",
  dayAndTimes: ({ day, from, to }: { day: string; from: string; to: string }) =>
    `${day}, de ${withArticle(from)} a ${withArticle(to)}`,
  fromPlaceAndWeekday: ({ count, place, weekday }: Basis) =>
    `Según ${stops(count)} en ${place} ${days(count, weekday)}`,
  fromPlace: ({ count, place, weekday }: Basis) =>
    `Según ${stops(count)} en ${place}, ${none(count)} en ${nameOf(weekday)}`,
  fromWeekday: ({ count, place, weekday }: Basis) =>
    `Según ${stops(count)} ${days(count, weekday)}, ${none(count)} en ${place}`,
  fromNothing: "No hay una parada anterior con qué comparar",
  whatIsShown:
    "No se puede estimar nada hasta que termine una parada aquí o en este día de la semana. Lo ordenado por adelantado sí aparece.",
  howToRead:
    "Lo esperado es el punto medio de lo que se ordenó en estas paradas, con el mínimo y el máximo.",
  stopsCompared: "Paradas comparadas",
  pieces: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "pieza", other: "piezas" })}`,
  whatToPrepare: "Qué preparar",
  done: "Listo",
  item: "Producto",
  expected: "Esperado",
  preordered: "Por adelantado",
  ordered: "Ordenado",
  counted: "Contado",
  notCounted: "Sin contar",
  total: "Total",
  otherItems: "Otros productos",
  range: ({ low, high }: { low: number; high: number }) => `${low} a ${high}`,
  soldOutEarly: ({ count, stops }: { count: number; stops: number }) =>
    `Se agotó antes en ${count} de ${stops}`,
};

function stops(count: number): string {
  return count === 1 ? "la última parada" : `las últimas ${count} paradas`;
}

function none(count: number): string {
  return count === 1 ? "que no fue" : "ninguna";
}

function nameOf(weekday: string): string {
  return WEEKDAYS[weekday]?.[0] ?? weekday;
}

/** "en lunes", "los lunes". */
function days(count: number, weekday: string): string {
  return count === 1 ? `en ${nameOf(weekday)}` : `los ${WEEKDAYS[weekday]?.[1] ?? weekday}`;
}
