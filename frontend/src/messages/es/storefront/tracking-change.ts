import type { trackingChange as en } from "@/messages/en/storefront/tracking-change";
import { ended, withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const trackingChange: typeof en = {
  runsLate: ({ minutes }: { minutes: number }) =>
    plural(minutes, {
      one: "Tu orden estará un minuto más tarde",
      other: `Tu orden estará ${minutes} minutos más tarde`,
    }),
  hasMoved: "El food truck cambió de lugar",
  endsEarly: "El food truck cierra temprano hoy, así que tu orden se canceló",
  isCancelled: "El food truck no podrá venir, así que tu orden se canceló",
  before: "Antes:",
  now: "Ahora:",
  doesItSuitYou: "¿Te queda bien?",
  plansChanged: "¿Cambiaron tus planes?",
  freeUntil: ({ time }: { time: string }) =>
    `Puedes cambiar esto hasta ${withArticle(time)}, a menos que la cocina empiece antes.`,
  freeUntilConfirmed:
    "Todavía no confirman tu orden. Mientras tanto, puedes cancelarla y te regresamos todo tu dinero.",
  keepIt: "Me la quedo",
  youKeepIt: "Te quedas con tu orden. ¡Nos vemos!",
  pickAnotherTime: "Elegir otra hora",
  cancelAndGetBack: ({ amount }: { amount: string }) => `Cancelar y recibir ${amount}`,
  cancelTheOrder: "Cancelar la orden",
  cancelThisOrder: "¿Cancelar esta orden?",
  keepMyOrder: "Quedarme con mi orden",
  moneyGoesBack: ({ amount }: { amount: string }) =>
    `La cocina no la va a preparar y ${amount} regresan a tu tarjeta. El banco puede tardar de 5 a 10 días en mostrarlo.`,
  nothingWillBeMade: "La cocina no la va a preparar.",
  orderIsCancelled: "Tu orden está cancelada.",
  movedTo: ({ time }: { time: string }) => ended(`Ahora recoges a ${withArticle(time)}`),
  timesDidNotLoad: "No cargaron las horas para recoger",
  loadingTimes: "Cargando las horas para recoger...",
  noOtherTime: "Ninguna otra hora tiene lugar para tu orden.",
  freeTimes: "Horas para recoger",
  chooseATime: "Elige una hora",
  moveTo: ({ time }: { time: string }) => `Cambiar a ${withArticle(time)}`,
};
