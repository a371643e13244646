import type { device as en } from "@/messages/en/storefront/device";

export const device: typeof en = {
  notifications: "Avisos de esta orden",
  tellMe: "Avísame en este dispositivo",
  whenReadyOrChanged:
    "Cuando tu orden esté lista o cambien los planes. No hace falta dejar esta página abierta.",
  insteadOfTexts: "En lugar de mensajes de texto",
  textIfItFails: "Si no logramos avisar a este dispositivo, te mandamos un mensaje.",
  couldNotLoad: "No pudimos revisar si este dispositivo recibe avisos.",
};
