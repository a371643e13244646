import type { truck as en } from "@/messages/en/storefront/truck";
import { withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const truck: typeof en = {
  loadingTheMenu: "Cargando el menú...",
  codeIsChecked: ({ code }) => `El código ${code} se revisará al pagar.`,
  menuSections: "Secciones del menú",
  menu: "Menú",
  theMenuDidNotLoad: "El menú no cargó",
  retryLoadingMenu: "Volver a cargar el menú",
  noMenuItemsAvailable: "No hay platillos disponibles",
  foundMenuItemItems: ({ count }: { count: number }) =>
    `Se ${plural(count, { one: "encontró", other: "encontraron" })} ${count} ${plural(count, { one: "platillo", other: "platillos" })}`,
  inYourCartAndSold: ({ names }: { names: string }) => `En tu carrito y agotado: ${names}`,
  noTruckSlugFound: "Falta el nombre del food truck",
  thisAddressDoesNotName: "Esta dirección no dice de qué food truck es. Elige uno de la lista.",
  truckNotFound: "No se encontró el food truck",
  weCouldntFindTruckWith: ({ slug }: { slug: string }) =>
    `No encontramos un food truck con la dirección "${slug}".`,
  errorLoadingTruck: "Error al cargar el food truck",
  loadingTheTruck: "Cargando el food truck...",
  whereAndWhen: "Dónde y cuándo",
  directions: "Cómo llegar",
  addToCalendar: "Agregar al calendario",
  lastOrdersAt: ({ time }: { time: string }) => `Últimas órdenes a ${withArticle(time)}`,
  runsLate: ({ minutes }: { minutes: number }) => `Va ${minutes} minutos tarde`,
  hasMovedTo: ({ place }: { place: string }) => `Cambió de lugar: ${place}`,
  closesEarly: ({ time }: { time: string }) => `Cierra temprano, a ${withArticle(time)}`,
  stopIsCancelled: ({ place }: { place: string }) => `La parada de hoy en ${place} está cancelada`,
  nextSevenDays: "Los próximos siete días",
  fromTo: ({ from, to }: { from: string; to: string }) =>
    `De ${withArticle(from)} a ${withArticle(to)}`,
  cancelled: "Cancelada",
  chosenStopIsClosed: "La parada que elegiste no toma órdenes por ahora.",
  orderForThisStop: "Ordenar para esta parada",
  ordersAreForThisStop: "Tu orden es para esta parada",
  orderingFor: ({ day, time, place }: { day: string; time: string; place: string }) =>
    `Estás ordenando para el ${day} a ${withArticle(time)}, en ${place}.`,
  orderForTheNextStop: "Mejor ordenar para la próxima parada",
  loadingStops: "Cargando los próximos días...",
  noStopsThisWeek: "No hay paradas en los próximos siete días.",
  tryAgain: "Volver a intentar",
  browseFoodTrucks: "Ver food trucks",
};
