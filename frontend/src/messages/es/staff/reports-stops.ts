import type { reportsStops as en } from "@/messages/en/staff/reports-stops";
import { plural } from "@/messages/plural";

export const reportsStops: typeof en = {
  report: "Informe",
  overview: "Resumen",
  byStop: "Por parada",
  byPlace: "Por lugar",
  byWeekday: "Por día de la semana",
  groupedBy: "Agrupar por",
  stop: "Parada",
  place: "Lugar",
  weekday: "Día de la semana",
  everyFigure: ({ title }: { title: string }) => `${title}: todos los datos`,
  dayAndPlace: ({ day, place }: { day: string; place: string }) => `${day}, ${place}`,
  revenueAtStops: "Ingresos en paradas",
  revenuePerHour: "Ingresos por hora",
  ordersPerHour: "Órdenes por hora",
  anHour: ({ amount }: { amount: string }) => `${amount} por hora`,
  refunds: "Reembolsos",
  timeToReady: "Mediana hasta lista",
  largestOf: ({ shown, places }: { shown: number; places: number }) =>
    `Los ${shown} más grandes de ${places}. La tabla los tiene todos.`,
  unitsUsed: "Unidades usadas",
  hours: "Horas de servicio",
  overHours: ({ hours }: { hours: string }) => `en ${hours} horas de servicio`,
  stops: "Paradas",
  cancelledStops: "Canceladas",
  countOfStops: ({ stops }: { stops: number }) =>
    `${stops} ${plural(stops, { one: "parada", other: "paradas" })}`,
  andCancelled: ({ count }: { count: number }) =>
    `y ${count} ${plural(count, { one: "cancelada", other: "canceladas" })}`,
  allStops: "Todas las paradas",
  none: "–",
  againstAverage: "Contra el promedio del lugar",
  above: ({ change, average }: { change: string; average: string }) =>
    `${change}, arriba de ${average}`,
  below: ({ change, average }: { change: string; average: string }) =>
    `${change}, abajo de ${average}`,
  sameAs: ({ average }: { average: string }) => `Igual que ${average}`,
  soFar: ({ average }: { average: string }) => `Sigue abierta; promedio ${average}`,
  markIsAverage: "El promedio de las otras paradas en el mismo lugar.",
  bestPlaces: "Mejores lugares",
  worstPlaces: "Lugares más flojos",
  byRevenuePerHour: "Por ingresos por hora de servicio, en paradas que ya terminaron.",
  needsTwoPlaces:
    "Para comparar lugares, al menos dos necesitan una parada que ya terminó. Elige un periodo más largo.",
  lostDemand: "Demanda perdida",
  whatWasLost: "Lo que los clientes quisieron en este periodo y no recibieron, en una parada o no.",
  nothingLost: "No se perdió nada en este periodo.",
  slotFull: "Turno lleno",
  slotFullMeaning: "Órdenes rechazadas porque la hora para recoger estaba llena",
  soldOut: "Agotado",
  soldOutMeaning: "Toques en platillos agotados y órdenes rechazadas por uno",
  unpaid: "Sin pagar",
  unpaidMeaning: "Órdenes que vencieron antes de pagarse",
  closedViews: "Cerrado",
  closedViewsMeaning: "Visitas a la página cuando no se podía ordenar nada",
  lostByHour: "Demanda perdida por hora",
  kindAndCount: ({ label, count }: { label: string; count: string }) => `${label}: ${count}`,
  mostLost: ({ hour, count }: { hour: string; count: string }) =>
    `Lo más frecuente, ${hour}: ${count}.`,
  noneOfThis: "Nada de este tipo en este periodo.",
  withoutStop: "Ventas sin parada",
  withoutStopMeaning:
    "No pertenecen a ninguna parada: el food truck tomó estas órdenes cuando estaba abierto a cualquier hora.",
  noStops: "No hay paradas en este periodo",
  planOrLookLonger:
    "Planea dónde estará el food truck y aquí se cuenta cada parada por separado. ¿Ya hubo paradas antes? Entonces elige un periodo más largo.",
  openSchedule: "Abrir la agenda",
  result: "Resultado",
  resultOf: "Resultado de la parada",
  loadingResult: "Cargando el resultado...",
  resultDidNotLoad: "El resultado no cargó",
  comparedWith: ({ stops, days }: { stops: number; days: number }) =>
    `Comparado con el promedio de ${plural(stops, { one: "otra parada", other: `otras ${stops} paradas` })} aquí en los ${days} días anteriores.`,
  nothingToCompare: ({ days }: { days: number }) =>
    `Ninguna otra parada terminó aquí en los ${days} días anteriores, así que no hay con qué comparar.`,
  stillOpen: "La parada sigue abierta: estos son sus datos hasta ahora.",
  averageHere: ({ average }: { average: string }) => `Promedio aquí: ${average}`,
};
