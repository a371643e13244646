import { plural } from "@/messages/plural";

export const reportsAnalytics = {
  orderOrders: ({ orders }: { orders: number }) =>
    `${orders} ${plural(orders, { one: "order", other: "orders" })}`,
  revenue: "Revenue",
  orders: "Orders",
  figure: ({ title }: { title: string }) => `${title}: figure`,
  inOf: ({ name, title }: { name: string; title: string }) => `${name}, ${title}`,
  noRevenueInThisPeriod: "No revenue in this period.",
  noOrders: "No orders.",
  orderOrders2: ({ orders }: { orders: number }) =>
    plural(orders, { one: "order", other: "orders" }),
  bestWith: ({ unit, name, value }: { unit: string; name: string; value: string }) =>
    `Best ${unit}: ${name}, with ${value}.`,
  topItems: "Top items",
  item: "Item",
  sold: "Sold",
  itemRevenue: "Revenue before discounts",
  noItemsWereSold: "No items were sold.",
  sameAsBefore: "Same as before",
  upFrom: ({ format }: { format: string }) => `Up from ${format}`,
  from: ({
    wordOf,
    percentLabel,
    before,
  }: {
    wordOf: string;
    percentLabel: string;
    before: string;
  }) => `${wordOf} ${percentLabel} from ${before}`,
  pointPoints: ({ points }: { points: number }) =>
    plural(points, { one: "point", other: "points" }),
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
  }) => `${wordOf} ${points} ${unit} from ${before}`,
  faster: "faster",
  slower: "slower",
  minThanBefore: ({
    change,
    fasterText,
    before,
  }: {
    change: number;
    fasterText: string;
    before: string;
  }) => `${change} min ${fasterText} than ${before} before`,
  noData: "No data",
  min: ({ round }: { round: number }) => `${round} min`,
  up: "Up",
  down: "Down",
  lessThan1: "less than 1%",
  tips: "Tips",
  averageOrder: "Average order",
  itemsSold: "Items sold",
  medianTimeToReady: "Median time to ready",
  cancelled: "Cancelled",
  refunded: "Refunded",
  loadingAnalytics: "Loading analytics...",
  today: "Today",
  n7Days: "7 days",
  n30Days: "30 days",
  n90Days: "90 days",
  custom: "Custom",
  pleaseChooseFirstAndLast: "Please choose the first and the last day",
  firstDayMustNotBe: "The first day must not be after the last day",
  lastDayMustNotBe: "The last day must not be in the future",
  theDayBefore: ({ shortDay }: { shortDay: string }) => `the day before (${shortDay})`,
  theDaysBeforeTo: ({
    days,
    shortDay,
    shortDay2,
  }: {
    days: number;
    shortDay: string;
    shortDay2: string;
  }) => `the ${days} days before (${shortDay} to ${shortDay2})`,
  period: "Period",
  exportCsv: "Export CSV",
  failedToLoadAnalytics: "Failed to load analytics",
  noOrdersInThisPeriod: "No orders in this period",
  chooseLongerPeriodOrCome: "Choose a longer period, or come back after the next lunch rush.",
  byDay: "By day",
  day: "Day",
  byHourOfDay: "By hour of day",
  hour: "Hour",
  hourTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  to2: ({ longDay, longDay2 }: { longDay: string; longDay2: string }) =>
    `${longDay} to ${longDay2}`,
  in: ({ days, zoneName }: { days: string; zoneName: string }) => `${days}, in ${zoneName}.`,
  comparedWith: ({ before }: { before: string }) => `Compared with ${before}.`,
  noOrdersIn: ({ before }: { before: string }) => `No orders in ${before}.`,
  analytics: "Analytics",
};
