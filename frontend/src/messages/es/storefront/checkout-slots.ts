import type { checkoutSlots as en } from "@/messages/en/storefront/checkout-slots";
import { plural } from "@/messages/plural";

export const checkoutSlots: typeof en = {
  pickupTime: "Hora para recoger",
  asSoonAsPossible: "Lo antes posible",
  asapAbout: ({ time }: { time: string }) => `Lo antes posible (más o menos ${time})`,
  later: "Más tarde",
  full: "Lleno",
  fewLeft: "Quedan pocos",
  heldForYou: "Apartada para ti",
  noLongerFree: "La hora que elegiste ya no está libre. Elige otra.",
  showAllTimes: "Ver todas las horas",
  loadingTimes: "Cargando las horas para recoger...",
  timesDidNotLoad: "No cargaron las horas para recoger",
  tryAgain: "Intentar de nuevo",
  bookedOut: "Ninguna hora tiene lugar para esta orden.",
  smallerOrderMayFit: "Una orden más pequeña quizá todavía quepa.",
  nextFreeTimes: "Las próximas horas libres",
  orderTooLarge: ({ units, maxUnits }: { units: number; maxUnits: number }) =>
    `Esta orden es demasiado grande para recogerla de una vez: son ${units} porciones y la cocina hace ${maxUnits} como máximo. Pide menos o divídela en dos.`,
  released: "Se liberó tu hora para recoger. Elige otra.",
  heldFor: ({ time }: { time: string }) => `Apartada por ${time}`,
  heldForMinutes: ({ minutes }: { minutes: number }) =>
    plural(minutes, {
      one: "Tu hora para recoger está apartada un minuto más.",
      other: `Tu hora para recoger está apartada ${minutes} minutos más.`,
    }),
  heldForSeconds: ({ seconds }: { seconds: number }) =>
    `Tu hora para recoger está apartada ${seconds} segundos más.`,
};
