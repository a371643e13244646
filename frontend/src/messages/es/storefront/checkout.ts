import type { checkout as en } from "@/messages/en/storefront/checkout";
import { withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const checkout: typeof en = {
  thereWasErrorProcessingYour: "Hubo un error al procesar tu orden. Inténtalo de nuevo.",
  noClientSecretReceivedFrom: "No se recibió la clave del pago al crearlo",
  unableToLoadTruckInformation:
    "No se pudo cargar la información del food truck. Inténtalo de nuevo.",
  pleaseLookOverYourOrder: "Revisa tu orden otra vez y luego continúa. No se te ha cobrado nada.",
  customerInfo: "Tus datos",
  payment: "Pago",
  checkoutSteps: "Pasos para pagar",
  done: "(listo)",
  orderSummary: "Resumen de la orden",
  hideOrderSummary: "Ocultar el resumen de la orden",
  showOrderSummary: "Ver el resumen de la orden",
  yourOrder: "Tu orden",
  from: ({ truckName }: { truckName: string }) => `de ${truckName}`,
  subtotal: "Subtotal",
  tax: "Impuesto",
  total: "Total",
  pickUpAt: ({ name }: { name: string }) => `Recoge en ${name}`,
  pickUpWhen: ({ when }: { when: string }) => `Recoge a ${withArticle(when)}`,
  dayFromTo: ({ day, from, to }: { day: string; from: string; to: string }) =>
    `${day}, de ${withArticle(from)} a ${withArticle(to)}`,
  theTruck: "el food truck",
  backTo: ({ name }: { name: string }) => `Volver a ${name}`,
  checkout: "Pagar",
  loadingPaymentForm: "Cargando el formulario de pago...",
  unableToLoadTruckInformation2: "No se pudo cargar la información del food truck",
  tryAgain: "Intentar de nuevo",
  invalidUrl: "Dirección no válida",
  thisCheckoutAddressNamesNo:
    "Esta dirección no dice de qué food truck es. Elige uno y empieza desde su menú.",
  browseFoodTrucks: "Ver food trucks",
  yourCartIsEmpty: "Tu carrito está vacío",
  pickSomethingGoodFirst: "Primero elige algo rico.",
  backToMenu: "Volver al menú",
  notEnoughLeft: "No alcanza",
  onlyLeftOf: ({ name, left }: { name: string; left: number }) =>
    plural(left, { one: `${name}: solo queda ${left}.`, other: `${name}: solo quedan ${left}.` }),
  lessIsLeft: "Queda menos de lo que pediste. Cámbialo para seguir.",
  somethingInYourOrderIs: "Algo de tu orden se acaba de agotar. Quítalo para continuar.",
  offlineNothingCharged: "Parece que no tienes conexión. No se ha cobrado nada.",
  nothingCharged: "No se ha cobrado nada.",
};
