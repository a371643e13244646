import type { comparison as en } from "@/messages/en/staff/comparison";
import { plural } from "@/messages/plural";

export const comparison: typeof en = {
  allTrucks: "Todos los food trucks, lado a lado",
  period: "Período",
  day: "Día",
  week: "Semana",
  date: "Fecha",
  previousDay: "Día anterior",
  nextDay: "Día siguiente",
  previousWeek: "Semana anterior",
  nextWeek: "Semana siguiente",
  today: "Hoy",
  thisWeek: "Esta semana",
  to: ({ first, last }: { first: string; last: string }) => `Del ${first} al ${last}`,
  onOwnClock: ({ days }: { days: string }) => `${days}, en la hora local de cada food truck`,
  loading: "Cargando todos los food trucks...",
  failed: "No se pudieron cargar las cifras de todos los food trucks",
  known: ({ sentence }: { sentence: string }) =>
    `No se pudieron cargar las cifras de todos los food trucks: ${sentence} Abajo está lo que se sabía antes.`,
  truck: "Food truck",
  now: "Ahora",
  orders: "Órdenes",
  revenue: "Ingresos",
  lateNow: "Atrasadas ahora",
  lateOrders: ({ count }: { count: number }) =>
    plural(count, { one: "1 orden atrasada", other: `${count} órdenes atrasadas` }),
  noneLate: "Ninguna",
  changedStops: "Paradas con cambios",
  ordersOf: ({ name }: { name: string }) => `Órdenes de ${name}`,
  scheduleOf: ({ name }: { name: string }) => `Agenda de ${name}`,
  analyticsOf: ({ name }: { name: string }) => `Estadísticas de ${name}`,
  inactive: "Inactivo",
  at: ({ place }: { place: string }) => `en ${place}`,
  noChanges: "Ninguna",
  cancelled: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "cancelada", other: "canceladas" })}`,
  late: ({ count }: { count: number }) => `${count} con retraso`,
  moved: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "cambió de lugar", other: "cambiaron de lugar" })}`,
  endedEarly: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "terminó antes", other: "terminaron antes" })}`,
  total: "Todos los food trucks",
  openOf: ({ open, count }: { open: number; count: number }) =>
    `${open} de ${count} ${plural(open, { one: "abierto", other: "abiertos" })}`,
  sortBy: "Ordenar por",
  showAll: ({ count }: { count: number }) => `Ver los ${count} food trucks`,
  showFewer: "Ver menos food trucks",
  more: ({ count }: { count: number }) =>
    plural(count, {
      one: "Falta 1 food truck en esta tabla y en sus sumas.",
      other: `Faltan ${count} food trucks en esta tabla y en sus sumas.`,
    }),
};
