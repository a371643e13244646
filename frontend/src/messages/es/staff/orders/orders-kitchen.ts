import type { ordersKitchen as en } from "@/messages/en/staff/orders/orders-kitchen";
import { withArticle } from "@/messages/es/time-article";

export const ordersKitchen: typeof en = {
  orderIsAlready: ({ orderNumber, status }: { orderNumber: string; status: string }) =>
    `La orden #${orderNumber} ya está: ${status}.`,
  orderFailedToUpdateOrder: ({ orderNumber }: { orderNumber: string }) =>
    `Orden #${orderNumber}: no se pudo cambiar el estado`,
  loadingOrders: "Cargando órdenes...",
  allDay: "Total por preparar",
  afterTheNextHours: ({ items }: { items: string }) => `Después de las próximas 2 horas: ${items}`,
  totalsOnly: "Solo totales",
  withExtras: "Con extras",
  withANote: ({ withNote }: { withNote: number }) => `${withNote}× con nota`,
  ready: "lista ",
  late: ({ minutes }: { minutes: string }) => `${minutes} tarde`,
  dueNow: "ya toca",
  due: ({ when }: { when: string }) =>
    /^\d/.test(when) ? `para ${withArticle(when)}` : `para el ${when}`,
  dueIn: ({ minutes }: { minutes: string }) => `en ${minutes}`,
  waiting: "esperando ",
  min: ({ whole }: { whole: number }) => `${whole} min`,
  days: ({ floor }: { floor: number }) => `${floor} días`,
  hMin: ({ hours, whole }: { hours: number; whole: number }) => `${hours} h ${whole} min`,
  confirm: "Confirmar",
  startCooking: "Empezar a cocinar",
  ready2: "Lista",
  handedOver: "Entregada",
  markAs: ({ to }: { to: string }) => `Marcar como: ${to}`,
  readyForPickup: "Lista para recoger",
  order: ({ orderNumber }: { orderNumber: string }) => `orden #${orderNumber}`,
  order2: ({ orderNumber, text }: { orderNumber: string; text: string }) =>
    `Orden #${orderNumber}, ${text}`,
  notSavedYet: "todavía sin guardar",
  undoKey: "deshacer",
  undo: "Deshacer",
  collect: ({ total }: { total: string }) => `Cobrar ${total}`,
  takeAway: "Quitar",
  notSavedYetTryingAgain: "Todavía sin guardar. Intentando de nuevo…",
  details: "Detalles",
  of: ({ name }: { name: string }) => `de ${name}`,
  forTheWholeOrder: "Para toda la orden",
  items: "Platillos",
  note: "Nota",
  order3: ({ orderNumber, ageText }: { orderNumber: string; ageText: string }) =>
    `Orden #${orderNumber}, ${ageText}`,
  cancelledStopCooking: "Cancelada. Dejen de cocinar.",
  pickup: ({ pickup }: { pickup: string }) => `Recoge ${pickup}`,
  waitsAtTheCounter: "Espera en el mostrador",
  orderedAgo: ({ sinceOrdered }: { sinceOrdered: string }) => `ordenada hace ${sinceOrdered}`,
  pleaseCheck: "Revisar",
  collect2: ({ payment, total }: { payment: string; total: string }) =>
    `${payment}: cobrar ${total}`,
  toMake: "Por hacer",
  findATicket: "encontrar una orden",
  goToTheNextOne: "ir a la siguiente",
  moveItOn: "avanzarla",
  keys: "Teclas",
  orders: "Órdenes",
  nothingToMake: "Nada por hacer",
  everythingIsReadyForPickup: "Todo está listo para recoger.",
  nextOrderWillShowUp: "La siguiente orden aparecerá aquí sola, en cuanto se pague.",
  orderPressUToUndo: ({ orderNumber, label }: { orderNumber: string; label: string }) =>
    `Orden #${orderNumber}: ${label}. Presiona U para deshacer.`,
  undoneOrder: ({ orderNumber, label }: { orderNumber: string; label: string }) =>
    `Deshecho. Orden #${orderNumber}: ${label}.`,
  tryNow: "Intentar ahora",
  notSavedYetServerCannot: ({ numbers }: { numbers: string }) =>
    `Todavía sin guardar: ${numbers}. No se puede conectar con el servidor; se intenta de nuevo solo. Deja esta página abierta.`,
  failedToLoadOrders: "No se pudieron cargar las órdenes",
  kitchen: "Cocina",
};
