import type { home as en } from "@/messages/en/storefront/home";

export const home: typeof en = {
  failedToLoadFoodTrucks: "No se pudieron cargar los food trucks",
  noFoodTrucksAvailableAt: "No hay food trucks disponibles por el momento.",
  loadingFoodTrucks: "Cargando food trucks...",
  orderFromYourFavoriteFood: "Ordena de tus food trucks favoritos",
  freshFoodDeliveredToYour: "Comida fresca, hasta donde estás",
  availableFoodTrucks: "Food trucks disponibles",
  showMap: "Mostrar mapa",
  hideMap: "Ocultar mapa",
  mapDidNotLoad: "No se pudo cargar el mapa. Todos los food trucks están en la lista.",
};
