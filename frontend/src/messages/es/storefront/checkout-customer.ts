import type { checkoutCustomer as en } from "@/messages/en/storefront/checkout-customer";
import { withArticle } from "@/messages/es/time-article";

export const checkoutCustomer: typeof en = {
  pleaseFillInAllRequired: "Llena todos los campos obligatorios",
  pleaseEnterValid10Digit: "Escribe un teléfono válido de 10 dígitos",
  onlyUsNumbers: "Solo los celulares de Estados Unidos pueden recibir nuestros mensajes de texto.",
  pleaseAllowAtLeastMinutes: ({ leadMinutes }: { leadMinutes: number }) =>
    `Deja al menos ${leadMinutes} minutos para prepararla`,
  enterYourName: "Escribe tu nombre",
  enterYourPhoneNumber: "Escribe tu teléfono",
  chooseAPickupTime: "Elige una hora para recoger",
  today: "hoy",
  tomorrow: ({ pickup }: { pickup: string }) => `mañana, ${pickup},`,
  readyAtTruckTime: ({ day, pickup }: { day: string; pickup: string }) =>
    `Lista ${day} a ${withArticle(pickup)}, hora del food truck.`,
  customerInfo: "Tus datos",
  tellKitchenWhoIsComing: "Dile a la cocina quién viene y a qué hora.",
  name: "Nombre",
  phone: "Teléfono",
  weTextYouAboutThis: "Te mandamos mensajes solo sobre esta orden.",
  emailOptional: "Correo electrónico (opcional)",
  weEmailYourReceipt: "Ahí te mandamos tu recibo.",
  oneMoment: "Un momento…",
  continueToPayment: "Continuar al pago",
  atLeastMinutesFromNow: ({ leadMinutes }: { leadMinutes: number }) =>
    `Al menos ${leadMinutes} minutos a partir de ahora, en la hora del food truck.`,
  pickupTime: "Hora para recoger",
  asSoonAsPossible: "Lo antes posible",
  readyInAboutMinutes: ({ leadMinutes }: { leadMinutes: number }) =>
    `Lista en unos ${leadMinutes} minutos.`,
  orChooseLaterTimeIn: "O elige una hora más tarde, en la hora del food truck.",
  yourContactDetailsAreSaved:
    "Tus datos de contacto están guardados en este dispositivo para tu próxima orden.",
  yourContactDetailsAreNo: "Tus datos de contacto ya no están guardados en este dispositivo.",
  forget: "Olvidar",
  rememberMe: "Recordarme en este dispositivo",
};
