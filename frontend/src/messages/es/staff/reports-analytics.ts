import type { reportsAnalytics as en } from "@/messages/en/staff/reports-analytics";
import { plural } from "@/messages/plural";

export const reportsAnalytics: typeof en = {
  orderOrders: ({ orders }: { orders: number }) =>
    `${orders} ${plural(orders, { one: "orden", other: "órdenes" })}`,
  revenue: "Ingresos",
  orders: "Órdenes",
  figure: ({ title }: { title: string }) => `${title}: dato`,
  inOf: ({ name, title }: { name: string; title: string }) => `${name}, ${title}`,
  noRevenueInThisPeriod: "Sin ingresos en este periodo.",
  noOrders: "Sin órdenes.",
  orderOrders2: ({ orders }: { orders: number }) =>
    plural(orders, { one: "orden", other: "órdenes" }),
  bestWith: ({ unit, name, value }: { unit: string; name: string; value: string }) =>
    `Mejor ${unit}: ${name}, con ${value}.`,
  topItems: "Lo más vendido",
  item: "Platillo",
  sold: "Vendidos",
  itemRevenue: "Ingresos antes de descuentos",
  noItemsWereSold: "No se vendió ningún platillo.",
  sameAsBefore: "Igual que antes",
  upFrom: ({ format }: { format: string }) => `Antes: ${format}`,
  from: ({
    wordOf,
    percentLabel,
    before,
  }: {
    wordOf: string;
    percentLabel: string;
    before: string;
  }) => `${wordOf} ${percentLabel} desde ${before}`,
  pointPoints: ({ points }: { points: number }) =>
    plural(points, { one: "punto", other: "puntos" }),
  from2: ({
    wordOf,
    points,
    unit,
    before,
  }: {
    wordOf: string;
    points: number;
    unit: string;
    before: string;
  }) => `${wordOf} ${points} ${unit} desde ${before}`,
  faster: "más rápido",
  slower: "más lento",
  minThanBefore: ({
    change,
    fasterText,
    before,
  }: {
    change: number;
    fasterText: string;
    before: string;
  }) => `${change} min ${fasterText} que ${before} antes`,
  noData: "Sin datos",
  min: ({ round }: { round: number }) => `${round} min`,
  up: "Sube",
  down: "Baja",
  lessThan1: "menos de 1%",
  tips: "Propinas",
  averageOrder: "Orden promedio",
  itemsSold: "Platillos vendidos",
  medianTimeToReady: "Mediana de tiempo hasta estar lista",
  cancelled: "Cancelada",
  refunded: "Reembolsada",
  loadingAnalytics: "Cargando estadísticas...",
  today: "Hoy",
  n7Days: "7 días",
  n30Days: "30 días",
  n90Days: "90 días",
  custom: "Otro",
  pleaseChooseFirstAndLast: "Elige el primer y el último día",
  firstDayMustNotBe: "El primer día no puede ser después del último",
  lastDayMustNotBe: "El último día no puede estar en el futuro",
  theDayBefore: ({ shortDay }: { shortDay: string }) => `el día anterior (${shortDay})`,
  theDaysBeforeTo: ({
    days,
    shortDay,
    shortDay2,
  }: {
    days: number;
    shortDay: string;
    shortDay2: string;
  }) => `los ${days} días anteriores (${shortDay} a ${shortDay2})`,
  period: "Periodo",
  exportCsv: "Exportar CSV",
  failedToLoadAnalytics: "No se pudieron cargar las estadísticas",
  noOrdersInThisPeriod: "No hay órdenes en este periodo",
  chooseLongerPeriodOrCome:
    "Elige un periodo más largo, o vuelve después de la próxima hora del almuerzo.",
  byDay: "Por día",
  day: "Día",
  byHourOfDay: "Por hora del día",
  hour: "Hora",
  hourTo: ({ from, to }: { from: string; to: string }) => `${from} a ${to}`,
  to2: ({ longDay, longDay2 }: { longDay: string; longDay2: string }) => `${longDay} a ${longDay2}`,
  in: ({ days, zoneName }: { days: string; zoneName: string }) => `${days}, en ${zoneName}.`,
  comparedWith: ({ before }: { before: string }) => `Comparado con ${before}.`,
  noOrdersIn: ({ before }: { before: string }) => `No hubo órdenes: ${before}.`,
  analytics: "Estadísticas",
};
