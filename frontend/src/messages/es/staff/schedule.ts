import type { schedule as en } from "@/messages/en/staff/schedule";
import { ended, withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const schedule: typeof en = {
  schedule: "Agenda",
  loadingTheSchedule: "Cargando la agenda...",
  scheduleDidNotLoad: "La agenda no cargó",
  view: "Vista",
  week: "Semana",
  list: "Lista",
  previousWeek: "Semana anterior",
  nextWeek: "Semana siguiente",
  thisWeek: "Esta semana",
  weekOf: ({ first, last }: { first: string; last: string }) => `${first} a ${last}`,
  places: "Lugares",
  copyWeek: "Copiar semana",
  addStop: "Agregar parada",
  addStopOn: ({ day }: { day: string }) => `Agregar una parada el ${day}`,
  today: "Hoy",
  noStopPlanned: "No hay paradas planeadas",
  planWhereTheTruckWillBe:
    "Planea dónde va a estar el food truck, para que los clientes lo encuentren y ordenen por adelantado.",
  fromTo: ({ from, to }: { from: string; to: string }) =>
    `De ${withArticle(from)} a ${withArticle(to)}`,
  weekly: "Cada semana",
  open: "Abierta",
  planned: "Planeada",
  cancelled: "Cancelada",
  over: "Terminada",
  customersDoNotSeeStops: "Los clientes todavía no ven estas paradas",
  truckIsOpenAtAnyTime:
    "El food truck está abierto a cualquier hora. Cámbialo para que abra solo en sus paradas.",
  openAtStops: "Abrir en sus paradas",
  openAtItsStopsNow: "El food truck ya abre en sus paradas",
  truckIsOpenAtItsStops: "El food truck abre en sus paradas.",
  openAnyTime: "Abrir a cualquier hora",
  openAtAnyTimeNow: "El food truck ya abre a cualquier hora",
  openAnyTimeQuestion: "¿Abrir a cualquier hora?",
  openAnyTimeNow: "Abrir a cualquier hora",
  customersOrderDayAndNight:
    "Los clientes pueden pedir de día y de noche, para cualquier hora. Los lugares, horarios, horas de recogida y límites de las paradas ya no cuentan.",
  openOrdersStay: ({ orders }: { orders: number }) =>
    plural(orders, {
      one: "Se conserva 1 orden abierta.",
      other: `Se conservan ${orders} órdenes abiertas.`,
    }),
  undo: "Deshacer",
  changeStop: "Cambiar parada",
  addFirstPlace: "Primero agrega un lugar",
  stop: "Parada",
  whatToChange: "Qué cambiar",
  thisStopOnly: "Solo esta parada",
  thisAndAllLater: "Esta y las siguientes",
  saving: "Guardando...",
  save: "Guardar",
  saved: "Guardado",
  stopNotSaved: "La parada no se guardó",
  overlaps: ({ place, day, from, to }: { place: string; day: string; from: string; to: string }) =>
    ended(`El food truck está en ${place} el ${day}, de ${withArticle(from)} a ${withArticle(to)}`),
  fillThisIn: "Llena este campo",
  place: "Lugar",
  day: "Día",
  from: "Desde",
  until: "Hasta",
  noteAndOrderTimes: "Nota y horario de órdenes",
  repeatEveryWeek: "Repetir cada semana",
  on: "Los días",
  lastDayOptional: "Último día (opcional)",
  eightWeeksAhead:
    "Las paradas se agregan con ocho semanas de anticipación, hasta que la termines.",
  noteOptional: "Nota (opcional)",
  customersReadIt: "La leen los clientes.",
  preordersStart: "Empiezan las órdenes por adelantado",
  lastOrders: "Últimas órdenes",
  moreAboutStop: "Más sobre esta parada",
  copyStop: "Copiar parada",
  isBack: "La parada está de vuelta",
  putBack: "Volver a ponerla",
  cancelStop: "Cancelar parada",
  deleted: "La parada se borró",
  deleteStop: "Borrar parada",
  deleteAllLater: "Borrar esta y las siguientes",
  deleteTheseStops: "¿Borrar estas paradas?",
  deleteThisStop: "¿Borrar esta parada?",
  delete: "Borrar",
  laterOnesWithoutOrdersGo:
    "Se borran esta parada y las siguientes. Las que tienen órdenes se quedan.",
  itGoesFromTheCalendar: "Los clientes ya no la ven.",
  noPlaceYet: "Todavía no hay lugares",
  addPlace: "Agregar lugar",
  changePlace: "Cambiar lugar",
  backToPlaces: "Volver a los lugares",
  archivePlace: "Archivar lugar",
  placeIsArchived: ({ name }: { name: string }) => `${name} se archivó`,
  thisStop: "esta parada",
  thisPlace: "este lugar",
  placeName: "Nombre",
  asCustomersKnowIt: "Como lo conocen los clientes: Mercado, Muelle 5.",
  address: "Dirección",
  directionsOptional: "Cómo llegar (opcional)",
  howCustomersFindIt:
    "Cómo lo encuentran los clientes: detrás de la biblioteca, junto a la fuente.",
  taxRate: "Impuesto sobre ventas en por ciento",
  ordersHereAreTaxed: "Las órdenes de las paradas aquí llevan esta tasa.",
  timeZone: "Zona horaria",
  stopsKeepTheirTimeOfDay: "Las próximas paradas aquí conservan su hora del día.",
  savePlace: "Guardar lugar",
  latitude: "Latitud (opcional)",
  longitude: "Longitud (opcional)",
  useMyPosition: "Usar mi ubicación",
  noPosition: "No se pudo encontrar tu ubicación. Escríbela o déjala vacía.",
  forMapAndDistance: "Para el mapa y para los clientes cercanos.",
  percentBetween: ({ highest }: { highest: number }) => `Escribe un por ciento de 0 a ${highest}`,
  degreesBetween: ({ highest }: { highest: number }) =>
    `Escribe grados de -${highest} a ${highest}`,
  placeSaved: ({ name }: { name: string }) => `${name} se guardó`,
  placeNotSaved: "El lugar no se guardó",
  unitsOf: ({ used, total }: { used: number; total: number }) => `${used} de ${total} unidades`,
  bookedOut: "Ya no quedan horas para recoger",
  copyToNextWeek: "¿Copiar a la semana siguiente?",
  copy: "Copiar",
  copying: ({ number, count }: { number: number; count: number }) =>
    `Copiando ${number} de ${count}...`,
  ordersAndRevenue: ({ count, revenue }: { count: number; revenue: string }) =>
    `${count} ${plural(count, { one: "orden", other: "órdenes" })}, ${revenue}`,
  beforeItOpens: ({ minutes }: { minutes: number }) =>
    minutes === 0 ? "Cuando abre" : `${duration(minutes)} antes de abrir`,
  beforeItCloses: ({ minutes }: { minutes: number }) =>
    minutes === 0 ? "Cuando cierra" : `${duration(minutes)} antes de cerrar`,
  deletedSome: ({ removed, kept }: { removed: number; kept: number }) =>
    `${plural(removed, { one: "Se borró 1 parada", other: `Se borraron ${removed} paradas` })}${kept > 0 ? `; ${kept} con órdenes se quedan` : ""}`,
  weekIsCopied: ({ copied, left }: { copied: number; left: number }) =>
    `${plural(copied, { one: "Se copió 1 parada", other: `Se copiaron ${copied} paradas` })}${left > 0 ? `; ${left} no, porque el food truck está en otro lugar` : ""}`,
  stopsAreCopied: ({ count }: { count: number }) =>
    `${plural(count, { one: "Se copia 1 parada", other: `Se copian ${count} paradas` })} al mismo día y hora. Las de cada semana vienen solas.`,
  weeklyStopsLeftOut: "Paradas semanales que se omitieron",
  leftOut: ({
    day,
    place,
    other,
    from,
    to,
  }: {
    day: string;
    place: string;
    other: string;
    from: string;
    to: string;
  }) =>
    ended(
      `${day}: sin parada en ${place}, porque el food truck está en ${other} de ${withArticle(from)} a ${withArticle(to)}`,
    ),
};

function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, "día", "días");
  return minutes % 60 === 0
    ? counted(minutes / 60, "hora", "horas")
    : counted(minutes, "minuto", "minutos");
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${plural(count, { one, other })}`;
}
