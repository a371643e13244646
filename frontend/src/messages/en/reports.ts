/** What the dashboard, analytics and the report about stops say. */
import { plural } from "@/messages/language";

interface Best {
  name: string;
  /** Its revenue or orders, with their unit. */
  value: string;
}

interface Days {
  first: string;
  last: string;
}

export const reports = {
  needs: {
    title: "What needs you",
    platformTitle: "What needs you, of all trucks",
    loading: "Loading what needs you...",
    failed: "Failed to load what needs you",
    failedStale: ({ reason }: { reason: string }) =>
      `Failed to load what needs you: ${reason} What you see may be out of date.`,
    none: "Nothing needs you right now.",
    late: ({ count }: { count: number }) =>
      plural(count, { one: "1 order is late.", other: `${count} orders are late.` }),
    lateAt: ({ count, name }: { count: number; name: string }) =>
      plural(count, {
        one: `1 order is late at ${name}.`,
        other: `${count} orders are late at ${name}.`,
      }),
    moreLate: ({ count }: { count: number }) =>
      plural(count, {
        one: "1 more truck has late orders.",
        other: `${count} more trucks have late orders.`,
      }),
    unconfirmed: ({ count, time }: { count: number; time: string }) =>
      plural(count, {
        one: `1 order has waited to be confirmed since ${time}.`,
        other: `${count} orders wait to be confirmed, the first since ${time}.`,
      }),
    unconfirmedNow: ({ count }: { count: number }) =>
      plural(count, {
        one: "1 order waits to be confirmed.",
        other: `${count} orders wait to be confirmed.`,
      }),
    payOuts: ({ count, amount }: { count: number; amount: string }) =>
      plural(count, {
        one: `${amount} is to be paid out for 1 refund.`,
        other: `${amount} is to be paid out for ${count} refunds.`,
      }),
    failedTexts: ({ count }: { count: number }) =>
      plural(count, {
        one: "1 text did not arrive. Call the customer.",
        other: `${count} texts did not arrive. Call the customers.`,
      }),
    lowCounts: ({ names }: { names: string }) => `Few left: ${names}.`,
    left: ({ name, count }: { name: string; count: number }) => `${name} (${count})`,
    soldOut: ({ names }: { names: string }) => `Sold out: ${names}.`,
    more: ({ count }: { count: number }) => `${count} more`,
    quiet: ({ name }: { name: string }) => `${name} is open and has had no order for two hours.`,
    quietAt: ({ name, place, time }: { name: string; place: string; time: string }) =>
      `${name} has been open at ${place} since ${time} and has no order.`,
    moreQuiet: ({ count }: { count: number }) =>
      plural(count, {
        one: "1 more truck is open without orders.",
        other: `${count} more trucks are open without orders.`,
      }),
    readyDrafts: ({ names }: { names: string }) => `Ready to be published: ${names}.`,
    toPublish: ({ name }: { name: string }) => `Publish ${name}`,
    toOrders: "Open orders",
    toConfirm: "Confirm orders",
    toPayOut: "Pay out",
    toCounts: "Change counts",
    toSoldOut: "Change sold out",
    toTruck: ({ name }: { name: string }) => `Open ${name}`,
  },
  day: {
    title: "Today so far",
    loading: "Loading the day...",
    failed: "Failed to load the day",
    failedStale: ({ reason }: { reason: string }) =>
      `Failed to load the day: ${reason} What you see may be out of date.`,
    against: ({ day, orders, revenue }: { day: string; orders: string; revenue: string }) =>
      `Compared with ${day}, up to this time of day. That whole day: orders ${orders}, revenue ${revenue}.`,
    nothingBefore: ({ day }: { day: string }) => `Nothing was sold on ${day}.`,
    nextStop: "Next stop",
    here: ({
      place,
      time,
      count,
      revenue,
    }: {
      place: string;
      time: string;
      count: number;
      revenue: string;
    }) =>
      plural(count, {
        one: `Now at ${place} until ${time}: 1 order, ${revenue}.`,
        other: `Now at ${place} until ${time}: ${count} orders, ${revenue}.`,
      }),
    next: ({
      place,
      from,
      to,
      count,
    }: {
      place: string;
      from: string;
      to: string;
      count: number;
    }) => {
      if (count === 0) return `${place}, ${from} to ${to}, no orders so far.`;
      return plural(count, {
        one: `${place}, ${from} to ${to}, 1 order so far.`,
        other: `${place}, ${from} to ${to}, ${count} orders so far.`,
      });
    },
    noNext: "No other stop is planned.",
    plan: "Plan a stop",
    prepSheet: "Prep sheet",
    amountOf: ({ name, count }: { name: string; count: number }) => `${count} × ${name}`,
    expected: ({
      expected,
      preordered,
      list,
    }: {
      expected: number;
      preordered: number;
      list: string;
    }) => `Expect about ${expected} items, ${preordered} already ordered: ${list}.`,
    preordered: ({ preordered, list }: { preordered: number; list: string }) =>
      `Already ordered, ${preordered} in all: ${list}.`,
    nothingExpected: "Nothing is ordered yet, and no past stop says what to expect.",
  },
  charts: {
    chart: "Chart",
    table: "Table",
    view: ({ title }: { title: string }) => `${title}: view`,
    tableOf: ({ title }: { title: string }) => `${title}: table`,
    summary: ({ title, summary }: { title: string; summary: string }) =>
      `${title}: bar chart. ${summary}`,
    barByBar: ({ title }: { title: string }) => `${title}: bar by bar`,
    bar: ({ name, details }: { name: string; details: readonly string[] }) =>
      `${name}: ${details.join(", ")}`,
    showMore: ({ more, hidden }: { more: number; hidden: number }) =>
      `Show ${more} more of ${hidden}`,
  },
  comparison: {
    noneOfThem: "None",
    title: "All food trucks side by side",
    period: "Period",
    date: "Date",
    previousDay: "Previous day",
    nextDay: "Next day",
    week: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
    ownClock: ({ days }: { days: string }) => `${days}, on each truck's own clock`,
    loading: "Loading all food trucks...",
    failed: "Failed to load the figures of all food trucks",
    failedStale: ({ reason }: { reason: string }) =>
      `Failed to load the figures of all food trucks: ${reason} What you see may be out of date.`,
    now: "Now",
    lateNow: "Late now",
    lateOrders: ({ count }: { count: number }) =>
      plural(count, { one: "1 late order", other: `${count} late orders` }),
    changedStops: "Changed stops",
    ordersOf: ({ name }: { name: string }) => `Orders of ${name}`,
    scheduleOf: ({ name }: { name: string }) => `Schedule of ${name}`,
    analyticsOf: ({ name }: { name: string }) => `Analytics of ${name}`,
    atPlace: ({ place }: { place: string }) => `at ${place}`,
    changes: {
      cancelled: ({ count }: { count: number }) => `${count} cancelled`,
      late: ({ count }: { count: number }) => `${count} late`,
      moved: ({ count }: { count: number }) => `${count} moved`,
      endedEarly: ({ count }: { count: number }) => `${count} ended early`,
    },
    openOf: ({ open, count }: { open: number; count: number }) => `${open} of ${count} open`,
    sortBy: "Sort by",
    showAll: ({ count }: { count: number }) => `Show all ${count} food trucks`,
    showFewer: "Show fewer food trucks",
    more: ({ count }: { count: number }) =>
      plural(count, {
        one: "1 more food truck is not in this table, nor in its sums.",
        other: `${count} more food trucks are not in this table, nor in its sums.`,
      }),
  },
  dashboard: {
    poster: "QR poster",
    seePage: "See its page",
    tiles: {
      ordersHint: "Confirm, cook and hand over",
      menuHint: "Menu items, prices, sold out",
      customersHint: "Who orders, and how often",
      analyticsHint: "What sells, and when",
    },
    menu: {
      title: "Menu Items",
      all: "View All Items",
      emptyHint: "Add a first menu item, and customers can order it at once.",
    },
    noTruck: {
      title: "No food truck associated with your account",
      hint: "Please contact an administrator. As soon as you have a truck, its orders and its menu are here.",
    },
    openOrders: {
      none: "Nothing open right now",
      /** Stands behind the number of open orders. */
      open: ({ waiting }: { count: number; waiting: number }) =>
        waiting > 0 ? `open, ${waiting} waiting to be confirmed` : "open",
    },
    disputes: {
      count: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 disputed payment needs an answer.",
          other: `${count} disputed payments need an answer.`,
        }),
      countByDay: ({ count, day }: { count: number; day: string }) =>
        plural(count, {
          one: `1 disputed payment needs an answer by ${day}.`,
          other: `${count} disputed payments need an answer, the first by ${day}.`,
        }),
      see: "See disputes",
    },
    held: {
      count: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 card payment is held: a customer paid and has no order.",
          other: `${count} card payments are held: customers paid and have no order.`,
        }),
      see: "See held payments",
    },
    platform: {
      trucks: "Manage Trucks",
      staff: "Manage Staff",
    },
    today: {
      inactive: "Customers cannot see this truck.",
      takingOrders: "Taking orders.",
      notOrderable: "Nothing on its menu is on sale.",
      noStop: "No stop takes orders right now.",
      closed: "No orders.",
      closedBecause: ({ reason }: { reason: string }) => `No orders: ${reason}`,
      closedUntil: ({ time }: { time: string }) => `No orders until ${time}.`,
      closedUntilBecause: ({ time, reason }: { time: string; reason: string }) =>
        `No orders until ${time}: ${reason}`,
    },
  },
  analytics: {
    orders: {
      count: ({ orders }: { orders: number }) =>
        `${orders} ${plural(orders, { one: "order", other: "orders" })}`,
      none: "No orders.",
    },
    figureLabel: ({ title }: { title: string }) => `${title}: figure`,
    drawn: {
      day: { revenue: "Revenue by day", orders: "Orders by day" },
      hour: { revenue: "Revenue by hour of day", orders: "Orders by hour of day" },
    },
    noRevenue: "No revenue in this period.",
    best: {
      day: ({ name, value }: Best) => `Best day: ${name}, with ${value}.`,
      hour: ({ name, value }: Best) => `Best hour: ${name}, with ${value}.`,
      stop: ({ name, value }: Best) => `Best stop: ${name}, with ${value}.`,
      place: ({ name, value }: Best) => `Best place: ${name}, with ${value}.`,
      weekday: ({ name, value }: Best) => `Best weekday: ${name}, with ${value}.`,
    },
    items: {
      title: "Top items",
      sold: "Sold",
      revenue: "Revenue before discounts",
      empty: "No items were sold.",
    },
    change: {
      same: "Same as before",
      fromZero: ({ value }: { value: string }) => `Up from ${value}`,
      up: ({ percent, before }: { percent: number; before: string }) =>
        `Up ${percents(percent)} from ${before}`,
      down: ({ percent, before }: { percent: number; before: string }) =>
        `Down ${percents(percent)} from ${before}`,
      pointsUp: ({ points, before }: { points: number; before: string }) =>
        `Up ${points} ${plural(points, { one: "point", other: "points" })} from ${before}`,
      pointsDown: ({ points, before }: { points: number; before: string }) =>
        `Down ${points} ${plural(points, { one: "point", other: "points" })} from ${before}`,
      faster: ({ minutes, before }: { minutes: number; before: string }) =>
        `${minutes} min faster than ${before} before`,
      slower: ({ minutes, before }: { minutes: number; before: string }) =>
        `${minutes} min slower than ${before} before`,
    },
    noData: "No data",
    minutes: ({ minutes }: { minutes: number }) => `${minutes} min`,
    totals: {
      tips: "Tips",
      average: "Average order",
      itemsSold: "Items sold",
      timeToReady: "Median time to ready",
    },
    loading: "Loading analytics...",
    period: {
      days7: "7 days",
      days30: "30 days",
      days90: "90 days",
      custom: "Custom",
      required: "Please choose the first and the last day",
      reversed: "The first day must not be after the last day",
      future: "The last day must not be in the future",
      day: ({ day, zone }: { day: string; zone: string }) => `${day}, in ${zone}.`,
      days: ({ first, last, zone }: Days & { zone: string }) => `${first} to ${last}, in ${zone}.`,
      comparedWithDay: ({ day }: { day: string }) => `Compared with the day before (${day}).`,
      comparedWithDays: ({ days, first, last }: Days & { days: number }) =>
        `Compared with the ${days} days before (${first} to ${last}).`,
      emptyDayBefore: ({ day }: { day: string }) => `No orders on the day before (${day}).`,
      emptyDaysBefore: ({ days, first, last }: Days & { days: number }) =>
        `No orders in the ${days} days before (${first} to ${last}).`,
    },
    failed: "Failed to load analytics",
    empty: "No orders in this period",
    emptyHint: "Choose a longer period, or come back after the next lunch rush.",
    byDay: "By day",
    byHour: "By hour of day",
    hour: "Hour",
  },
  stopReport: {
    label: "Report",
    overview: "Overview",
    byStop: "By stop",
    byPlace: "By place",
    byWeekday: "By weekday",
    drawn: {
      revenue: { stop: "Revenue by stop", weekday: "Revenue by weekday" },
      orders: { stop: "Orders by stop", weekday: "Orders by weekday" },
      revenuePerHour: { stop: "Revenue per hour by stop", weekday: "Revenue per hour by weekday" },
    },
    groupedBy: "Grouped by",
    weekday: "Weekday",
    everyFigure: ({ title }: { title: string }) => `${title}: every figure`,
    dayAndPlace: ({ day, place }: { day: string; place: string }) => `${day}, ${place}`,
    revenue: {
      title: "Revenue at stops",
      perHour: "Revenue per hour",
    },
    ordersPerHour: "Orders per hour",
    perHour: ({ amount }: { amount: string }) => `${amount} an hour`,
    timeToReady: "Median to ready",
    largest: ({ shown, places }: { shown: number; places: number }) =>
      `The ${shown} largest of ${places}. The table has them all.`,
    capacityUsed: "Capacity used",
    hours: "Hours of service",
    fromHours: ({ hours }: { hours: string }) => `Based on ${hours} hours of service`,
    cancelledStops: "Cancelled",
    count: ({ stops }: { stops: number }) =>
      `${stops} ${plural(stops, { one: "stop", other: "stops" })}`,
    cancelledBesides: ({ count }: { count: number }) =>
      `${count} more ${plural(count, { one: "was", other: "were" })} cancelled`,
    allStops: "All stops",
    none: "–",
    average: {
      title: "Against the place's average",
      above: ({ change, average }: { change: string; average: string }) =>
        `${change}, above ${average}`,
      below: ({ change, average }: { change: string; average: string }) =>
        `${change}, below ${average}`,
      same: ({ average }: { average: string }) => `Same as ${average}`,
      soFar: ({ average }: { average: string }) => `Still open; average ${average}`,
      mark: "The average of the other stops at the same place.",
    },
    places: {
      best: "Best places",
      weakest: "Weakest places",
      hint: "By revenue per hour of service, over stops that have ended.",
      tooFew:
        "To compare places, at least two of them need a stop that has ended. Choose a longer period.",
    },
    lost: {
      title: "Lost demand",
      lead: "What customers wanted in this period and did not get, at a stop or not.",
      empty: "Nothing was lost in this period.",
      slotFull: "Slot full",
      slotFullHint: "Checkouts refused because the pickup time was full",
      soldOutHint: "Taps on sold-out items, and checkouts refused for one",
      unpaid: "Not paid",
      unpaidHint: "Checkouts that ran out before they were paid",
      closedHint: "Views of the page while nothing could be ordered",
      byHour: "Lost demand by hour",
      drawn: ({ kind }: { kind: string }) => `Lost demand by hour: ${kind}`,
      kindAndCount: ({ label, count }: { label: string; count: string }) => `${label}: ${count}`,
      most: ({ hour, count }: { hour: string; count: string }) => `Most often ${hour}: ${count}.`,
      noneOfKind: "None of this kind in this period.",
    },
    withoutStop: "Sales without a stop",
    withoutStopHint:
      "They belong to no stop: the truck took these orders while it was open at any time.",
    empty: "No stops in this period",
    emptyHint:
      "Plan where the truck will be, and each stop is counted here by itself. Were there stops before? Then choose a longer period.",
  },
};

function percents(percent: number): string {
  return percent < 1 ? "less than 1%" : `${Math.round(percent)}%`;
}
