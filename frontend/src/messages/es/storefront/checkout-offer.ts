import type { checkoutOffer as en } from "@/messages/en/storefront/checkout-offer";

export const checkoutOffer: typeof en = {
  addCode: "Agregar un código de oferta",
  code: "Código de oferta",
  apply: "Aplicar",
  checking: "Revisando...",
  remove: "Quitar el código",
  isTakenOff: ({ code, amount }) => `${code} descuenta ${amount} de tu orden.`,
  isForMore: ({ code, amount }) =>
    `${code} es para órdenes de ${amount} o más, antes de impuestos.`,
  enterCode: "Escribe un código, o sigue sin él.",
  timeIsOver: "Se acabó el tiempo de este pago. Revisa tu orden y continúa.",
  priceHeldForMinutes: ({ minutes }) =>
    minutes === 1
      ? "Tu precio está apartado un minuto más."
      : `Tu precio está apartado ${minutes} minutos más.`,
  priceHeldForSeconds: ({ seconds }) => `Tu precio está apartado ${seconds} segundos más.`,
};
