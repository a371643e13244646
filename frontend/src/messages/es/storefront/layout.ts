import type { layout as en } from "@/messages/en/storefront/layout";

export const layout: typeof en = {
  hotFoodFromTrucksAround: "Comida caliente de los food trucks de la esquina.",
  allFoodTrucks: "Todos los food trucks",
  chuckwagon: "Chuckwagon",
  myOrders: "Mis órdenes",
  skipToContent: "Saltar al contenido",
  youSeemOffline: "Parece que no tienes conexión. Lo que ves puede haber cambiado.",
};
