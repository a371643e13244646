import type { orders as en } from "@/messages/en/staff/orders/orders";
import { ended, withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const orders: typeof en = {
  pending: "Pendiente",
  confirmed: "Confirmada",
  preparing: "En preparación",
  readyForPickup: "Lista para recoger",
  completed: "Completada",
  cancelled: "Cancelada",
  paid: "Pagada",
  partlyRefunded: "Reembolsada en parte",
  refunded: "Reembolsada",
  itemRefunded: "Reembolsado",
  itemsRefunded: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
    `${refunded} de ${quantity} reembolsados`,
  itemRefundedDoNotMake: "Reembolsado, no preparar",
  itemsRefundedDoNotMake: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
    `${refunded} de ${quantity} reembolsados, no preparar`,
  changedWhileCooking: "Cambió: se reembolsó un platillo después de empezar a cocinar",
  disputed: "En disputa",
  notPaidYet: "Sin pagar",
  itemWasSoldOutWhen: "Un platillo ya estaba agotado cuando llegó el pago",
  itemIsNoLongerOn: "Un platillo ya no está en el menú",
  truckWasOffStreetWhen: "El food truck no estaba en la calle cuando llegó el pago",
  pickupTimeHadPassedWhen: "La hora de recoger ya había pasado cuando llegó el pago",
  stopHadChangedWhen: "La parada había cambiado cuando llegó el pago",
  overCapacity: "Más de lo que cabe en el turno",
  looksLikeSecondOrderOf: "Parece una segunda orden del mismo carrito",
  firstDayMustNotBe: "El primer día no puede ser después del último.",
  searchNumberNameOrPhone: "Buscar número, nombre o teléfono",
  datesOn: "Fechas: activas",
  dates: "Fechas",
  from: "Desde",
  to: "Hasta",
  show: "Mostrar",
  anyDay: "Cualquier día",
  showOrdersThatAre: "Mostrar las órdenes que están",
  all: "Todas",
  connectionLostSinceNewOrders: ({ zone }: { zone: string }) =>
    `${ended(`Sin conexión desde ${withArticle(zone)}`)} Puede que no aparezcan órdenes nuevas; se sigue intentando.`,
  turnSoundOn: "Activar el sonido",
  soundIsOffNewOrders: "El sonido está apagado. Las órdenes nuevas no van a sonar.",
  newOrderNewOrders: ({ count, orderNumber }: { count: number; orderNumber: string }) =>
    plural(count, { one: `¡Nueva orden #${orderNumber}!`, other: `¡${count} órdenes nuevas!` }),
  newOrderFrom: ({ orderNumber, customerName }: { orderNumber: string; customerName: string }) =>
    `Nueva orden #${orderNumber} de ${customerName}`,
  showItThem: ({ count }: { count: number }) =>
    plural(count, { one: "Mostrarla", other: "Mostrarlas" }),
  n1NewOrderNewOrders: ({ count }: { count: number }) =>
    plural(count, { one: "1 orden nueva", other: `${count} órdenes nuevas` }),
  pagesOfOrders: "Páginas de órdenes",
  newestOrders: "Órdenes más nuevas",
  ofOrders: ({ count, count2 }: { count: number; count2: string }) =>
    `${count} de ${count2} órdenes`,
  olderOrders: "Órdenes anteriores",
  loadingOrders: "Cargando órdenes...",
  refresh: "Actualizar",
  orderWasPaidInCash: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
    `La orden #${orderNumber} se pagó en efectivo: regresa ${sum}.`,
  orderWasPaidByCard: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
    `La orden #${orderNumber} se pagó con tarjeta en el mostrador: devuelve ${sum} en la terminal.`,
  order: ({ orderNumber }: { orderNumber: string }) => `Orden #${orderNumber}`,
  new: "Nueva",
  updating: "Actualizando...",
  markAs: ({ label }: { label: string }) => `Marcar como: ${label}`,
  cancelOrder: ({ orderNumber }: { orderNumber: string }) => `¿Cancelar la orden #${orderNumber}?`,
  cancelAndRefund: ({ amount }: { amount: string }) => `Cancelar y reembolsar ${amount}`,
  cancelIt: "Cancelar la orden",
  keepOrder: "No cancelar",
  orderOfCustomer: ({ customerName }: { customerName: string }) =>
    `Es la orden de ${customerName}.`,
  goesBackToTheCard: ({ amount }: { amount: string }) =>
    `Se devuelven ${amount} a la tarjeta con que se pagó.`,
  handBackInCash: ({ amount }: { amount: string }) =>
    `Se pagó en efectivo: devuélvele ${amount} al cliente.`,
  giveBackOnReader: ({ amount }: { amount: string }) =>
    `Se pagó con tarjeta en el mostrador: devuelve ${amount} con el lector de tarjetas.`,
  nothingIsRefunded: "No se reembolsa nada, porque no queda dinero por devolver.",
  bankHasTheMoney:
    "El pago tiene una disputa: no se reembolsa nada mientras el banco tenga el dinero. Si se gana la disputa, el reembolso sale solo.",
  payOutsDue: ({ count, amount }: { count: number; amount: string }) =>
    plural(count, {
      one: `1 reembolso por pagar, ${amount}`,
      other: `${count} reembolsos por pagar, ${amount}`,
    }),
  allPaidOut: "Todos los reembolsos están pagados",
  payOutsDidNotLoad: "No se pudieron cargar los reembolsos por pagar",
  loadPayOutsAgain: "Volver a cargar los reembolsos",
  payBackInCash: ({ sum }: { sum: string }) => `Devuelve ${sum} en efectivo.`,
  payBackOnReader: ({ sum }: { sum: string }) => `Devuelve ${sum} a la tarjeta, en tu terminal.`,
  markAsPaidOut: "Marcar como pagado",
  markAsPaidOutOf: ({ orderNumber, sum }: { orderNumber: string; sum: string }) =>
    `Marcar como pagados los ${sum} de la orden #${orderNumber}`,
  payOutNotSaved: ({ errorMessage }: { errorMessage: string }) =>
    `No se marcó como pagado. ${errorMessage}`,
  cannotBeUndone: "Esto no se puede deshacer.",
  pickup: ({ pickup }: { pickup: string }) => `Recoge ${pickup}`,
  atTheCounter: "En el mostrador",
  pleaseCheck: "Revisar",
  confirmNow: "Sin confirmar y casi es la hora: confírmala, o cancélala para reembolsarla.",
  customerReplied: ({ text }) => `El cliente contestó: “${text}”`,
  order2: ({ orderNumber, label }: { orderNumber: string; label: string }) =>
    `Orden #${orderNumber}: ${label}`,
  orderIsAlready: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
    `La orden #${orderNumber} ya está: ${status}.`,
  failedToUpdateOrderStatus: "No se pudo cambiar el estado de la orden",
  orders: "Órdenes",
  failedToLoadOrders: "No se pudieron cargar las órdenes",
  failedToLoadOrdersBelow: ({ errorMessage }: { errorMessage: string }) =>
    `No se pudieron cargar las órdenes: ${errorMessage} Abajo está lo que se sabía antes.`,
  noOrdersMatch: "Ninguna orden coincide",
  nothingWasFound: ({ describe }: { describe: string }) => `No se encontró nada${describe}.`,
  showAllOrders: "Ver todas las órdenes",
  noOrdersYet: "Todavía no hay órdenes",
  firstOrderWillShowUp: "La primera orden aparecerá aquí sola, en cuanto se pague.",
  noOrdersAre: ({ label }: { label: string }) => `No hay órdenes: ${label}`,
  chooseAnotherStatusToSee: "Elige otro estado para ver las demás.",
  for: ({ search }: { search: string }) => ` de "${search}"`,
  amongOrdersThatAre: ({ label }: { label: string }) => ` entre las órdenes: ${label}`,
  onTheseDays: " en estos días",
  theNewestOrdersOf: ({ name }: { name: string }) => `Las órdenes más nuevas de ${name}`,
  newOrder: "Nueva orden",
  newOrderUnfinished: "Nueva orden · 1 sin terminar",
  kitchenView: "Vista de cocina",
  seeOrders: "Ver órdenes",
  newOrderFromNewOrders: ({
    count,
    orderNumber,
    customerName,
  }: {
    count: number;
    orderNumber: string;
    customerName: string;
  }) =>
    plural(count, {
      one: `Nueva orden #${orderNumber} de ${customerName}`,
      other: `${count} órdenes nuevas`,
    }),
};
