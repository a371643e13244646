import type { map as en } from "@/messages/en/storefront/map";

export const map: typeof en = {
  mapOfTheTrucks: "Mapa de los food trucks",
  trucksOnTheMap: "Food trucks en el mapa",
  trucks: "Food trucks",
  loadingTheMap: "Cargando el mapa...",
  mapCannotBeShown: "Aquí no se puede mostrar el mapa. La lista tiene todos los food trucks.",
  noTruckHasAPlace: "Ningún food truck tiene un lugar en el mapa por ahora.",
  showOnTheMap: ({ name }) => `Mostrar ${name} en el mapa`,
  youAreHere: "Estás aquí",
  zoomIn: "Acercar",
  zoomOut: "Alejar",
  aboutTheMap: "Acerca del mapa",
  zoomWithControl: "Usa Ctrl y la rueda para acercar el mapa",
  zoomWithCommand: "Usa ⌘ y la rueda para acercar el mapa",
  moveWithTwoFingers: "Usa dos dedos para mover el mapa",
};
