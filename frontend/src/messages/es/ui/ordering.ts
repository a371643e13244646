import type { uiOrdering as en } from "@/messages/en/ui/ordering";

export const uiOrdering: typeof en = {
  contact: {
    phone: "Teléfono correcto",
    email: "Correo correcto",
    sentAgain:
      "Cambia solo lo que estaba mal. La confirmación de la orden se manda otra vez con un enlace nuevo, y el enlace anterior deja de funcionar.",
    notificationsEnd:
      "Los dispositivos que muestran notificaciones de esta orden dejan de mostrarlas. Se pueden activar otra vez en la página del enlace nuevo.",
    enterPhone: "Escribe un teléfono de Estados Unidos de 10 dígitos.",
    enterOne: "Escribe el teléfono o el correo correcto.",
    sameAsBefore: "La orden ya lo tiene así, por eso no cambió nada.",
    correctIt: "Corregir y mandar otra vez",
    corrected: "Corregido. La confirmación va en camino.",
  },
  offers: {
    discount: ({ code }) => (code ? `Oferta ${code}` : "Descuento de oferta"),
  },
  tips: {
    tip: "Propina",
    other: "Otra",
    noTip: "Sin propina",
    amount: "Cantidad de la propina",
    atMost: ({ max }: { max: string }) => `Hasta ${max}. Toda es para el food truck.`,
    enterAmount: ({ max }: { max: string }) => `Escribe una cantidad como 3.50, hasta ${max}.`,
  },
};
