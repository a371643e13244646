import type { domainMore as en } from "@/messages/en/domain/more";
import { ended, withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const domainMore: typeof en = {
  menu: {
    choose: ({ minSelect }: { minSelect: number }) => `Elige ${minSelect}`,
    chooseUpTo: ({ maxSelect }: { maxSelect: number }) => `Elige hasta ${maxSelect}`,
    chooseTo: ({ minSelect, maxSelect }: { minSelect: number; maxSelect: number }) =>
      `Elige de ${minSelect} a ${maxSelect}`,
    pleaseChooseOneMorePlease: ({ missing }: { missing: number }) =>
      plural(missing, { one: "Elige uno más", other: `Elige ${missing} más` }),
    moreFromTheTruck: "Más del menú",
  },
  ordering: {
    bookedOut: "Ya no quedan horas para recoger en esta parada.",
    todayAt: ({ time }: { time: string }) => `hoy a ${withArticle(time)}`,
    notTakingOrders: "Este food truck no está tomando órdenes por ahora.",
    lastOrdersWere: ({ time }: { time: string }) =>
      ended(`Las últimas órdenes fueron a ${withArticle(time)}`),
    noStopPlanned: "Todavía no hay una próxima parada.",
    opensNext: ({ when }: { when: string }) => ended(`Abre ${when}`),
    ordersStart: ({ when }: { when: string }) => ended(`Las órdenes empiezan ${when}`),
    preorderFor: ({ when }: { when: string }) => `Ordena por adelantado: ${when}`,
    thisTruckIsNotTaking: "Este food truck no está tomando órdenes por ahora",
    backAt: ({ time }: { time: string }) => `Regresa a ${withArticle(time)}`,
    backTomorrowAt: ({ time }: { time: string }) => `Regresa mañana a ${withArticle(time)}`,
    backOnAt: ({ day, time }: { day: string; time: string }) =>
      `Regresa el ${day} a ${withArticle(time)}`,
  },
  ages: {
    mAgo: ({ minutes }: { minutes: number }) => `hace ${minutes} min`,
    hAgo: ({ hours }: { hours: number }) => `hace ${hours} h`,
    dAgo: ({ floor }: { floor: number }) => `hace ${floor} d`,
  },
};
