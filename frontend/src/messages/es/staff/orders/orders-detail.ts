import type { ordersDetail as en } from "@/messages/en/staff/orders/orders-detail";

export const ordersDetail: typeof en = {
  items: "Platillos",
  subtotal: "Subtotal",
  tax: "Impuesto",
  willBeGivenBack: ({ cents }: { cents: string }) => `Se devolverán ${cents}`,
  failedToGiveMoneyBack: ({ errorMessage }: { errorMessage: string }) =>
    `No se pudo devolver el dinero: ${errorMessage}`,
  enterAmountSuchAs4: "Escribe un monto como 4.50.",
  chooseAtLeastOneItem: "Elige al menos un platillo.",
  onlyCanStillBeGiven: ({ left }: { left: string }) => `Solo se pueden devolver ${left} más.`,
  sayWhyMoneyGoesBack: "Di por qué se devuelve el dinero.",
  itemsToRefund: "Platillos por reembolsar",
  eachLeft: ({ unitPrice, left }: { unitPrice: string; left: number }) =>
    `${unitPrice} cada uno, quedan ${left}`,
  allRefunded: "todo reembolsado",
  refund: "Reembolsar",
  thisOrderWasPaidAt:
    "Esta orden se pagó en el mostrador: entrega el dinero ahí; aquí solo se anota.",
  itGoesBackToCard: "Regresa a la tarjeta con la que se pagó.",
  ofCanStillBeGiven: ({
    refundable,
    total,
    sourceText,
  }: {
    refundable: string;
    total: string;
    sourceText: string;
  }) => `Todavía se pueden devolver ${refundable} de ${total}. ${sourceText}`,
  amount: "Monto",
  reason: "Motivo",
  forYourOwnBooks: "Para tus propios libros.",
  refund2: ({ cents }: { cents: string }) => `Reembolsar ${cents}`,
  refund3: ({ cents }: { cents: string }) => `¿Reembolsar ${cents}?`,
  refunding: "Reembolsando...",
  orderOfThisCannotBe: ({
    orderNumber,
    customerName,
  }: {
    orderNumber: string;
    customerName: string;
  }) => `Orden #${orderNumber} de ${customerName}. No se puede deshacer.`,
  whatGoesBack: "Qué se devuelve",
  anAmount: "Un monto",
  itemsWithTheirTax: "Platillos con su impuesto",
  name: "Nombre",
  phone: "Teléfono",
  email: "Correo electrónico",
  pickedUpAt: "Se recoge en",
  ordered: "Ordenada",
  atTheCounter: "en el mostrador",
  online: " en línea",
  whatTheCustomerSees: "Lo que ve el cliente",
  trackingPage: "Página de seguimiento",
  nothingHasHappenedYet: "Todavía no ha pasado nada.",
  failed: "Falló",
  onItsWay: "En camino",
  refundedAtTheCounter: "Reembolsado en el mostrador",
  sent: "Enviado",
  needsAnAnswer: "Necesita respuesta",
  withTheBank: "Con el banco",
  won: "Ganada",
  lost: "Perdida",
  toPay: "Por pagar",
  paid: "Pagada",
  canStillBeGivenBack: "Todavía se puede devolver",
  refunds: "Reembolsos",
  inCash: "En efectivo",
  byCard: "Con tarjeta",
  atTheCounterTakenBy: ({ methodText, by }: { methodText: string; by: string }) =>
    `${methodText} en el mostrador, lo cobró ${by},`,
  theCustomersBankDisputes: ({ amount, label }: { amount: string; label: string }) =>
    `El banco del cliente disputa ${amount}: ${label}`,
  reason2: ({ reason }: { reason: string }) => `Motivo: ${reason}. `,
  answerItInPaymentProviders: "Respóndela en el panel del proveedor de pagos.",
  failedToUpdateOrderStatus: "No se pudo cambiar el estado de la orden",
  orderIsAlready: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
    `La orden #${orderNumber} ya está: ${status}.`,
  orderConfirmed: "Orden confirmada",
  beingPrepared: "En preparación",
  readyForPickup: "Lista para recoger",
  orderCancelled: "Orden cancelada",
  moneyGivenBack: "Dinero devuelto",
  delivered: "Entregado",
  notDelivered: "No entregado",
  notSent: "No enviado",
  thisCustomerHasRepliedStop:
    "Este cliente respondió STOP y no recibe mensajes. Llámale cuando la orden esté lista.",
  noTextHasGoneOut: "No ha salido ningún mensaje.",
  asSoonAsPossible: "Lo antes posible",
  theCustomerAskedFor: ({ clockLabel }: { clockLabel: string }) =>
    `El cliente pidió ${clockLabel}.`,
  failedToChangePickupTime: ({ errorMessage }: { errorMessage: string }) =>
    `No se pudo cambiar la hora de recoger: ${errorMessage}`,
  enterTimeSuchAs6: "Escribe una hora como 6:30 PM.",
  min: ({ minutes }: { minutes: number }) => `+${minutes} min`,
  backToTheAskedTime: "Volver a la hora pedida",
  clear: "Borrar",
  exactTime: "Hora exacta",
  setTime: "Poner la hora",
  paidInCash: "Pagado en efectivo",
  paidByCard: "Pagado con tarjeta",
  taken: ({ total }: { total: string }) => `Se cobraron ${total}`,
  failedToMarkAsPaid: ({ errorMessage }: { errorMessage: string }) =>
    `No se pudo marcar como pagada: ${errorMessage}`,
  markAsPaid: "Marcar como pagada",
  order: ({ orderNumber }: { orderNumber: string }) => `Orden #${orderNumber}`,
  order2: "Orden",
  failedToLoadOrder: "No se pudo cargar la orden",
  failedToLoadOrderBelow: ({ errorMessage }: { errorMessage: string }) =>
    `No se pudo cargar la orden: ${errorMessage} Abajo está lo que se sabía antes.`,
  pickup: "Para recoger",
  money: "Dinero",
  customer: "Cliente",
  texts: "Mensajes",
  history: "Historial",
  printTicket: "Imprimir ticket",
  printReceipt: "Imprimir recibo",
  pleaseCheck: "Revisar",
  orderNotFound: "No se encontró la orden",
  thereIsNoSuchOrder: "No hay tal orden en tu food truck.",
  allOrders: "Todas las órdenes",
};
