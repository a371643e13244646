import type { myOrders as en } from "@/messages/en/storefront/my-orders";

export const myOrders: typeof en = {
  title: "Mis órdenes",
  keptInThisBrowserOnly:
    "Las últimas diez órdenes hechas en este dispositivo. La lista se guarda solo en este navegador.",
  noOrdersHere: "No hay órdenes en este dispositivo",
  afterAnOrderItIsHere: "Cuando ordenes, aquí verás tu orden y cómo va.",
  browseFoodTrucks: "Ver los food trucks",
  orderAt: ({ number, truck }) => `Orden ${number} en ${truck}`,
  followOrder: "Seguir la orden",
  forget: "Olvidar",
  forgetOrder: ({ number }) => `Olvidar la orden ${number}`,
  forgetAll: "Olvidar todas las órdenes",
  noLongerKept: "El food truck ya no guarda esta orden.",
};
