import type { truck as en } from "@/messages/en/storefront/truck";
import { plural } from "@/messages/plural";

export const truck: typeof en = {
  loadingTheMenu: "Cargando el menú...",
  menuSections: "Secciones del menú",
  menu: "Menú",
  theMenuDidNotLoad: "El menú no cargó",
  retryLoadingMenu: "Volver a cargar el menú",
  noMenuItemsAvailable: "No hay platillos disponibles",
  foundMenuItemItems: ({ count }: { count: number }) =>
    `Se ${plural(count, { one: "encontró", other: "encontraron" })} ${count} ${plural(count, { one: "platillo", other: "platillos" })}`,
  inYourCartAndSold: ({ names }: { names: string }) => `En tu carrito y agotado: ${names}`,
  noTruckSlugFound: "Falta el nombre del camión",
  thisAddressDoesNotName: "Esta dirección no dice de qué camión es. Elige uno de la lista.",
  truckNotFound: "No se encontró el camión",
  weCouldntFindTruckWith: ({ slug }: { slug: string }) =>
    `No encontramos un camión con la dirección "${slug}".`,
  errorLoadingTruck: "Error al cargar el camión",
  loadingTheTruck: "Cargando el camión...",
  browseFoodTrucks: "Ver food trucks",
};
