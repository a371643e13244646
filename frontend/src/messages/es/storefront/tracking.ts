import type { tracking as en } from "@/messages/en/storefront/tracking";
import { withArticle } from "@/messages/es/time-article";

export const tracking: typeof en = {
  connectionLostSince: ({ timezone }: { timezone: string }) =>
    `Sin conexión desde ${withArticle(timezone)}`,
  thisIsHowItWas: "Así estaba en ese momento. Se pondrá al día solo.",
  untilItIsBackNews: "Mientras regresa, las novedades pueden tardar hasta 15 segundos.",
  received: "Recibida",
  confirmed: "Confirmada",
  preparing: "En preparación",
  ready: "Lista",
  pickedUp: "Entregada",
  cancelled: "Cancelada",
  orderReceived: "Orden recibida",
  orderConfirmed: "Orden confirmada",
  cookingNow: "Ya se está cocinando",
  ready2: "¡Lista!",
  notBeingMade: "No se está preparando",
  truckIsGone: ({ name }: { name: string }) =>
    `${name} ya no está y no prepara esta orden. Recibirás un mensaje cuando se cancele y se reembolse.`,
  hasYourOrderAndWill: ({ name }: { name: string }) =>
    `${name} tiene tu orden. Todavía no la han confirmado.`,
  itIsInKitchensQueue: "Está en la fila de la cocina.",
  kitchenIsMakingYourFood: "La cocina está preparando tu comida.",
  pickItUpAtCounter: ({ orderNumber }: { orderNumber: string }) =>
    `Recógela en el mostrador y di el número ${orderNumber}.`,
  enjoyYourMealAndThank: "Buen provecho y gracias por tu orden.",
  thisOrderIsNotBeing: "Esta orden no se va a preparar.",
  readyOrder: ({ number }: { number: string }) => `¡Lista! Orden ${number}`,
  cardPaymentGoesBackTo:
    "Un pago con tarjeta regresa a la misma tarjeta; el banco puede tardar de 5 a 10 días en mostrarlo.",
  wasRefunded: ({ sum, when }: { sum: string; when: string }) => `Se reembolsaron ${sum}. ${when}`,
  refundOfIsOnIts: ({ sum, when }: { sum: string; when: string }) =>
    `Un reembolso de ${sum} va en camino. ${when}`,
  bankHasThePayment: "El pago tiene una disputa, así que tu banco te resuelve lo del dinero.",
  staffPayBackInCash: ({ sum }: { sum: string }) => `El personal te devuelve ${sum} en efectivo.`,
  staffPutBackOnCard: ({ sum }: { sum: string }) =>
    `El personal te devuelve ${sum} a la tarjeta que usaste en el mostrador.`,
  wasPaidBack: ({ sum }: { sum: string }) => `Te devolvieron ${sum} en el mostrador.`,
  nothingWasPaid: "No se pagó nada.",
  toPayAtTheCounter: ({ total }: { total: string }) => `${total} por pagar en el mostrador.`,
  onlyShown:
    "Este enlace solo muestra la orden. Para cambiarla o cancelarla, usa el enlace que llegó por mensaje de texto o correo.",
  hungryAgain: "¿Otra vez con hambre?",
  yourCartIsFilledWith:
    "Tu carrito se llena con esta orden a los precios de hoy y te dice qué cambió.",
  thisOrderIsAddedToCart:
    "Esta orden se agrega a lo que ya está en tu carrito, a los precios de hoy, y el carrito te dice qué cambió.",
  lookingAtTodaysMenu: "Revisando el menú de hoy...",
  orderAgain: "Ordenar de nuevo",
  isNotOnStreetAt: ({ name }: { name: string }) => `${name} no está en la calle por el momento.`,
  browseFoodTrucks: "Ver food trucks",
  done: "listo",
  now: "ahora",
  toCome: "pendiente",
  howItIsGoing: "Cómo va",
  whereToPickUp: "Dónde recoger",
  questions: "¿Preguntas?",
  openTheMap: "Abrir el mapa",
  callTheTruck: ({ phone }: { phone: string }) => `Llamar: ${phone}`,
  order: "Orden",
  for: ({ customerName }: { customerName: string }) => `para ${customerName}`,
  itTakesLittleLongerThan: "Tarda un poco más de lo planeado.",
  dueAndUnconfirmed: ({ name }) =>
    `Ya es la hora y en ${name} nadie la ha confirmado. Llama al food truck antes de ir.`,
  loadingYourOrder: "Cargando tu orden...",
  weCouldNotFindThis: "No encontramos esta orden",
  linkMayBeCutShort:
    "Puede que el enlace esté incompleto. Ábrelo otra vez desde tu mensaje de texto.",
  backToMenu: "Volver al menú",
  yourOrderCannotBeShown: "Tu orden no se puede mostrar por ahora",
  todaysMenuCouldNotBe: "No se pudo cargar el menú de hoy. Inténtalo de nuevo.",
  yourOrder: "Tu orden",
  wrongContact: "¿Teléfono o correo equivocado?",
};
