import type { domain as en } from "@/messages/en/domain";
import { plural } from "@/messages/plural";
import { ended, withArticle } from "./time-article";

export const domain: typeof en = {
  api: {
    unableToConnectToServer:
      "No se pudo conectar con el servidor. Revisa si el servidor está funcionando.",
    invalidResponseFromServer: ({ status }: { status: number }) =>
      `Respuesta no válida del servidor (${status})`,
    http: ({ status }: { status: number }) => `HTTP ${status}`,
    http2: ({ status, code }: { status: number; code: string }) => `HTTP ${status} ${code}`,
    theTimeIsOver: "Se acabó el tiempo.",
  },
  menu: {
    choose: ({ minSelect }: { minSelect: number }) => `Elige ${minSelect}`,
    chooseUpTo: ({ maxSelect }: { maxSelect: number }) => `Elige hasta ${maxSelect}`,
    chooseTo: ({ minSelect, maxSelect }: { minSelect: number; maxSelect: number }) =>
      `Elige de ${minSelect} a ${maxSelect}`,
    pleaseChooseOneMorePlease: ({ missing }: { missing: number }) =>
      plural(missing, { one: "Elige uno más", other: `Elige ${missing} más` }),
    moreFromTheTruck: "Más del menú",
  },
  schedule: {
    open: "Abierto",
    openUntil: ({ time }: { time: string }) => `Abierto hasta ${withArticle(time)}`,
    opens: ({ when }: { when: string }) => `Abre ${when}`,
    minutesLate: ({ minutes }: { minutes: number }) => `${minutes} min tarde`,
    paused: "En pausa",
    closed: "Cerrado",
    today: ({ time }: { time: string }) => `a ${withArticle(time)}`,
    onDay: ({ day, time }: { day: string; time: string }) => `el ${day} a ${withArticle(time)}`,
    notTakingOrders: "Este food truck no está tomando órdenes por ahora.",
    lastOrdersWere: ({ time }: { time: string }) =>
      ended(`Las últimas órdenes fueron a ${withArticle(time)}`),
    noStopPlanned: "Todavía no hay una próxima parada.",
    opensNext: ({ when }: { when: string }) => ended(`Abre ${when}`),
    ordersStart: ({ when }: { when: string }) => ended(`Las órdenes empiezan ${when}`),
    preorderFor: ({ when }: { when: string }) => `Ordena por adelantado: ${when}`,
  },
  trucks: {
    thisTruckIsNotTaking: "Este food truck no está tomando órdenes por ahora",
    paused: ({ untilLabel }: { untilLabel: string }) => `En pausa ${untilLabel}`,
    takingABreak: "En descanso",
  },
  values: {
    mAgo: ({ minutes }: { minutes: number }) => `hace ${minutes} min`,
    hAgo: ({ hours }: { hours: number }) => `hace ${hours} h`,
    dAgo: ({ floor }: { floor: number }) => `hace ${floor} d`,
    untilTomorrowAt: ({ time }: { time: string }) => `hasta mañana a ${withArticle(time)}`,
    untilAt: ({ day, time }: { day: string; time: string }) =>
      `hasta el ${day} a ${withArticle(time)}`,
    until: ({ time }: { time: string }) => `hasta ${withArticle(time)}`,
    backAt: ({ time }: { time: string }) => `Regresa a ${withArticle(time)}`,
    backTomorrowAt: ({ time }: { time: string }) => `Regresa mañana a ${withArticle(time)}`,
    backOnAt: ({ day, time }: { day: string; time: string }) =>
      `Regresa el ${day} a ${withArticle(time)}`,
  },
};
