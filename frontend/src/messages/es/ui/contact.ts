import type { uiContact as en } from "@/messages/en/ui/contact";

export const uiContact: typeof en = {
  phone: "Teléfono correcto",
  email: "Correo correcto",
  sentAgain:
    "Cambia solo lo que estaba mal. La confirmación de la orden se manda otra vez con un enlace nuevo, y el enlace anterior deja de funcionar.",
  enterPhone: "Escribe un teléfono de Estados Unidos de 10 dígitos.",
  enterOne: "Escribe el teléfono o el correo correcto.",
  sameAsBefore: "La orden ya lo tiene así, por eso no cambió nada.",
  correctIt: "Corregir y mandar otra vez",
  corrected: "Corregido. La confirmación va en camino.",
};
