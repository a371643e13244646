import type { ticket as en } from "@/messages/en/storefront/ticket";
import { withArticle } from "@/messages/es/time-article";

export const ticket: typeof en = {
  approximately1530Minutes: "en unos 15 a 30 minutos",
  readyBy: ({ estimate }: { estimate: string }) =>
    /^\d/.test(estimate) ? `lista a ${withArticle(estimate)}` : `lista: ${estimate}`,
  yourReceipt: "Tu recibo",
  order: ({ name, orderNumber }: { name: string; orderNumber: string }) =>
    `${name}, orden #${orderNumber}`,
  pickup: ({ when }: { when: string }) => `Para recoger: ${when}`,
  printTheReceipt: "Imprimir el recibo",
  subtotal: "Subtotal",
  tax: ({ taxRate }: { taxRate?: number | undefined }) =>
    taxRate === undefined ? "Impuesto" : `Impuesto (${taxRate}%)`,
  total: "Total",
  totalToPay: "Total por pagar",
  refunded: "Reembolsado",
  refundToBePaidOut: "Te lo devuelve el personal",
  itemRefunded: "Reembolsado",
  itemsRefunded: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
    `${refunded} de ${quantity} reembolsados`,
  refundOnItsWay: "Reembolso en camino",
  totalPaid: "Total pagado",
};
