import type { home as en } from "@/messages/en/storefront/home";
import { plural } from "@/messages/plural";

export const home: typeof en = {
  failedToLoadFoodTrucks: "No se pudieron cargar los food trucks",
  noFoodTrucksAvailableAt: "No hay food trucks disponibles por el momento.",
  loadingFoodTrucks: "Cargando food trucks...",
  orderFromYourFavoriteFood: "Ordena de tus food trucks favoritos",
  freshFoodDeliveredToYour: "Comida fresca, cerca de donde estás",
  orderAheadAndPickUp: "Ordena antes y recoge tu comida caliente en el food truck.",
  availableFoodTrucks: "Food trucks disponibles",
  searchTrucksFoodPlaces: "Food truck, comida o lugar",
  filters: "Filtros",
  openNow: "Abierto ahora",
  today: "Hoy",
  nearMe: "Cerca de mí",
  findingYourPosition: "Buscando tu ubicación...",
  positionRefused:
    "Tu navegador no comparte tu ubicación. Permítela en la configuración del navegador y vuelve a tocar Cerca de mí.",
  positionUnavailable: "No se pudo encontrar tu ubicación. Vuelve a intentarlo.",
  trucksFound: ({ count }: { count: number }) =>
    `${count} food ${plural(count, { one: "truck", other: "trucks" })}`,
  noTruckMatches: "Ningún food truck coincide.",
  showAllTrucks: "Ver todos los food trucks",
  showMap: "Mostrar mapa",
  hideMap: "Ocultar mapa",
  mapDidNotLoad: "No se pudo cargar el mapa. Todos los food trucks están en la lista.",
};
