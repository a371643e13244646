import type { poster as en } from "@/messages/en/staff/poster";

export const poster: typeof en = {
  qrPoster: "Cartel con código QR",
  loadingTheTruck: "Cargando el food truck...",
  paper: "Papel",
  letter: "Carta",
  a4: "A4",
  lineOfYourOwn: "Una línea tuya",
  forExampleAnOffer: "Opcional: una oferta, un saludo o dónde estás. Máximo 60 caracteres.",
  offerCode: "Código de oferta",
  offerCodeHint: "Opcional. El código QR lo lleva, y se imprime abajo.",
  withCode: ({ code }: { code: string }) => `Con el código ${code}`,
  print: "Imprimir",
  codeOf: ({ address }) => `Código QR de ${address}`,
  scanToOrder: "Escanea y ordena",
  orderAheadAndPickUp: "Ordena con tu celular y recógelo cuando esté listo.",
};
