import type { uiTips as en } from "@/messages/en/ui/tips";

export const uiTips: typeof en = {
  tip: "Propina",
  other: "Otra",
  noTip: "Sin propina",
  amount: "Cantidad de la propina",
  atMost: ({ max }: { max: string }) => `Hasta ${max}. Toda es para el food truck.`,
  enterAmount: ({ max }: { max: string }) => `Escribe una cantidad como 3.50, hasta ${max}.`,
};
