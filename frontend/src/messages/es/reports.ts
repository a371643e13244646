import type * as en from "@/messages/en/reports";
import { ended, plural, withArticle } from "@/messages/language";

export const reports: typeof en.reports = {
  needs: {
    title: "Requiere tu atención",
    platformTitle: "Requiere tu atención, en todos los food trucks",
    loading: "Cargando lo que requiere tu atención...",
    failed: "No se pudo cargar lo que requiere tu atención",
    failedStale: ({ reason }) =>
      `No se pudo cargar lo que requiere tu atención: ${reason} Lo que ves puede estar desactualizado.`,
    none: "Nada requiere tu atención por ahora.",
    late: ({ count }) =>
      plural(count, { one: "1 orden está atrasada.", other: `${count} órdenes están atrasadas.` }),
    lateAt: ({ count, name }) =>
      plural(count, {
        one: `1 orden está atrasada en ${name}.`,
        other: `${count} órdenes están atrasadas en ${name}.`,
      }),
    moreLate: ({ count }) =>
      plural(count, {
        one: "1 food truck más tiene órdenes atrasadas.",
        other: `${count} food trucks más tienen órdenes atrasadas.`,
      }),
    unconfirmed: ({ count, time }) =>
      plural(count, {
        one: ended(`1 orden espera confirmación desde ${withArticle(time)}`),
        other: ended(
          `${count} órdenes esperan confirmación, la primera desde ${withArticle(time)}`,
        ),
      }),
    unconfirmedNow: ({ count }) =>
      plural(count, {
        one: "1 orden espera confirmación.",
        other: `${count} órdenes esperan confirmación.`,
      }),
    payOuts: ({ count, amount }) =>
      plural(count, {
        one: `Hay que devolver ${amount} de 1 reembolso.`,
        other: `Hay que devolver ${amount} de ${count} reembolsos.`,
      }),
    failedTexts: ({ count }) =>
      plural(count, {
        one: "1 mensaje de texto no llegó. Llama al cliente.",
        other: `${count} mensajes de texto no llegaron. Llama a los clientes.`,
      }),
    lowCounts: ({ names }) => `Quedan pocos: ${names}.`,
    left: ({ name, count }) => `${name} (${count})`,
    soldOut: ({ names }) => `Agotado: ${names}.`,
    more: ({ count }) => `${count} más`,
    quiet: ({ name }) => `${name} está abierto y lleva dos horas sin una orden.`,
    quietAt: ({ name, place, time }) =>
      `${name} está abierto en ${place} desde ${withArticle(time)} y no tiene órdenes.`,
    moreQuiet: ({ count }) =>
      plural(count, {
        one: "1 food truck más está abierto sin órdenes.",
        other: `${count} food trucks más están abiertos sin órdenes.`,
      }),
    readyDrafts: ({ names }) => `Se puede publicar: ${names}.`,
    toPublish: ({ name }) => `Publicar ${name}`,
    toOrders: "Ver las órdenes",
    toConfirm: "Confirmar órdenes",
    toPayOut: "Devolver el dinero",
    toCounts: "Cambiar las cantidades",
    toSoldOut: "Cambiar lo agotado",
    toTruck: ({ name }) => `Abrir ${name}`,
  },
  day: {
    title: "Hoy hasta ahora",
    loading: "Cargando el día...",
    failed: "No se pudo cargar el día",
    failedStale: ({ reason }) =>
      `No se pudo cargar el día: ${reason} Lo que ves puede estar desactualizado.`,
    against: ({ day, orders, revenue }) =>
      `Comparado con el ${day}, hasta esta hora. Ese día completo: ${orders} órdenes, ${revenue} de ventas.`,
    nothingBefore: ({ day }) => `El ${day} no se vendió nada.`,
    nextStop: "Próxima parada",
    here: ({ place, time, count, revenue }) =>
      plural(count, {
        one: `Ahora en ${place} hasta ${withArticle(time)}: 1 orden, ${revenue}.`,
        other: `Ahora en ${place} hasta ${withArticle(time)}: ${count} órdenes, ${revenue}.`,
      }),
    next: ({ place, from, to, count }) => {
      if (count === 0) return `${place}, ${from} hasta ${withArticle(to)}, sin órdenes todavía.`;
      return plural(count, {
        one: `${place}, ${from} hasta ${withArticle(to)}, 1 orden por ahora.`,
        other: `${place}, ${from} hasta ${withArticle(to)}, ${count} órdenes por ahora.`,
      });
    },
    noNext: "No hay otra parada planeada.",
    plan: "Planear una parada",
    prepSheet: "Hoja de preparación",
    amountOf: ({ name, count }) => `${count} × ${name}`,
    expected: ({ expected, preordered, list }) =>
      `Calcula unos ${expected} platillos, ${preordered} ya ordenados: ${list}.`,
    preordered: ({ preordered, list }) => `Ya ordenados, ${preordered} en total: ${list}.`,
    nothingExpected: "Todavía no hay órdenes, y ninguna parada anterior dice qué esperar.",
  },
  charts: {
    chart: "Gráfica",
    table: "Tabla",
    view: ({ title }) => `${title}: vista`,
    tableOf: ({ title }) => `${title}: tabla`,
    summary: ({ title, summary }) => `${title}: gráfica de barras. ${summary}`,
    barByBar: ({ title }) => `${title}: barra por barra`,
    bar: ({ name, details }) => `${name}: ${details.join(", ")}`,
    showMore: ({ more, hidden }) => `Mostrar ${more} más de ${hidden}`,
  },
  comparison: {
    noneOfThem: "Ninguna",
    title: "Todos los food trucks, lado a lado",
    period: "Período",
    date: "Fecha",
    previousDay: "Día anterior",
    nextDay: "Día siguiente",
    week: ({ first, last }) => `Del ${first} al ${last}`,
    ownClock: ({ days }) => `${days}, en la hora local de cada food truck`,
    loading: "Cargando todos los food trucks...",
    failed: "No se pudieron cargar las cifras de todos los food trucks",
    failedStale: ({ reason }) =>
      `No se pudieron cargar las cifras de todos los food trucks: ${reason} Lo que ves puede no estar al día.`,
    now: "Ahora",
    lateNow: "Atrasadas ahora",
    lateOrders: ({ count }) =>
      plural(count, { one: "1 orden atrasada", other: `${count} órdenes atrasadas` }),
    changedStops: "Paradas con cambios",
    ordersOf: ({ name }) => `Órdenes de ${name}`,
    scheduleOf: ({ name }) => `Agenda de ${name}`,
    analyticsOf: ({ name }) => `Estadísticas de ${name}`,
    atPlace: ({ place }) => `en ${place}`,
    changes: {
      cancelled: ({ count }) =>
        `${count} ${plural(count, { one: "cancelada", other: "canceladas" })}`,
      late: ({ count }) => `${count} con retraso`,
      moved: ({ count }) =>
        `${count} ${plural(count, { one: "cambió de lugar", other: "cambiaron de lugar" })}`,
      endedEarly: ({ count }) =>
        `${count} ${plural(count, { one: "terminó antes", other: "terminaron antes" })}`,
    },
    openOf: ({ open, count }) =>
      `${open} de ${count} ${plural(open, { one: "abierto", other: "abiertos" })}`,
    sortBy: "Ordenar por",
    showAll: ({ count }) => `Ver los ${count} food trucks`,
    showFewer: "Ver menos food trucks",
    more: ({ count }) =>
      plural(count, {
        one: "Falta 1 food truck en esta tabla y en sus sumas.",
        other: `Faltan ${count} food trucks en esta tabla y en sus sumas.`,
      }),
  },
  dashboard: {
    poster: "Cartel con código QR",
    seePage: "Ver su página",
    tiles: {
      ordersHint: "Confirmar, cocinar y entregar",
      menuHint: "Platillos, precios, agotados",
      customersHint: "Quién ordena y qué tan seguido",
      analyticsHint: "Qué se vende y cuándo",
    },
    menu: {
      title: "Platillos",
      all: "Ver todos los platillos",
      emptyHint: "Agrega el primer platillo y los clientes podrán ordenarlo de inmediato.",
    },
    noTruck: {
      title: "Tu cuenta no tiene food truck",
      hint: "Comunícate con un administrador. En cuanto tengas un food truck, aquí estarán sus órdenes y su menú.",
    },
    openOrders: {
      none: "No hay nada abierto por ahora",
      open: ({ count, waiting }) => {
        const open = plural(count, { one: "abierta", other: "abiertas" });
        return waiting > 0 ? `${open}, ${waiting} por confirmar` : open;
      },
    },
    disputes: {
      count: ({ count }) =>
        plural(count, {
          one: "1 pago en disputa necesita respuesta.",
          other: `${count} pagos en disputa necesitan respuesta.`,
        }),
      countByDay: ({ count, day }) =>
        plural(count, {
          one: `1 pago en disputa necesita respuesta a más tardar el ${day}.`,
          other: `${count} pagos en disputa necesitan respuesta, el primero a más tardar el ${day}.`,
        }),
      see: "Ver las disputas",
    },
    held: {
      count: ({ count }) =>
        plural(count, {
          one: "Hay 1 pago con tarjeta retenido: un cliente pagó y no tiene orden.",
          other: `Hay ${count} pagos con tarjeta retenidos: los clientes pagaron y no tienen orden.`,
        }),
      see: "Ver los pagos retenidos",
    },
    platform: {
      trucks: "Administrar food trucks",
      staff: "Administrar personal",
    },
    today: {
      inactive: "Los clientes no ven este food truck.",
      takingOrders: "Tomando órdenes.",
      notOrderable: "Nada de su menú está a la venta.",
      noStop: "Ninguna parada toma órdenes por ahora.",
      closed: "Sin órdenes.",
      closedBecause: ({ reason }) => `Sin órdenes: ${reason}`,
      closedUntil: ({ time }) => ended(`Sin órdenes hasta ${withArticle(time)}`),
      closedUntilBecause: ({ time, reason }) => `Sin órdenes hasta ${withArticle(time)}: ${reason}`,
    },
  },
  analytics: {
    orders: {
      count: ({ orders }) => `${orders} ${plural(orders, { one: "orden", other: "órdenes" })}`,
      none: "Sin órdenes.",
    },
    figureLabel: ({ title }) => `${title}: dato`,
    drawn: {
      day: { revenue: "Ingresos por día", orders: "Órdenes por día" },
      hour: { revenue: "Ingresos por hora del día", orders: "Órdenes por hora del día" },
    },
    noRevenue: "Sin ingresos en este período.",
    best: {
      day: ({ name, value }) => `Mejor día: ${name}, con ${value}.`,
      hour: ({ name, value }) => `Mejor hora: ${name}, con ${value}.`,
      stop: ({ name, value }) => `Mejor parada: ${name}, con ${value}.`,
      place: ({ name, value }) => `Mejor lugar: ${name}, con ${value}.`,
      weekday: ({ name, value }) => `Mejor día de la semana: ${name}, con ${value}.`,
    },
    items: {
      title: "Lo más vendido",
      sold: "Vendidos",
      revenue: "Ingresos antes de descuentos",
      empty: "No se vendió ningún platillo.",
    },
    change: {
      same: "Igual que antes",
      fromZero: ({ value }) => `Antes: ${value}`,
      up: ({ percent, before }) => `${percents(percent)} más que antes (${before})`,
      down: ({ percent, before }) => `${percents(percent)} menos que antes (${before})`,
      pointsUp: ({ points, before }) =>
        `${points} ${plural(points, { one: "punto", other: "puntos" })} más que antes (${before})`,
      pointsDown: ({ points, before }) =>
        `${points} ${plural(points, { one: "punto", other: "puntos" })} menos que antes (${before})`,
      faster: ({ minutes, before }) => `${minutes} min más rápido que antes (${before})`,
      slower: ({ minutes, before }) => `${minutes} min más lento que antes (${before})`,
    },
    noData: "Sin datos",
    minutes: ({ minutes }) => `${minutes} min`,
    totals: {
      tips: "Propinas",
      average: "Orden promedio",
      itemsSold: "Platillos vendidos",
      timeToReady: "Mediana de tiempo hasta estar lista",
    },
    loading: "Cargando estadísticas...",
    period: {
      days7: "7 días",
      days30: "30 días",
      days90: "90 días",
      custom: "Otro",
      required: "Elige el primer y el último día",
      reversed: "El primer día no puede ser después del último",
      future: "El último día no puede estar en el futuro",
      day: ({ day, zone }) => `${day}, en ${zone}.`,
      days: ({ first, last, zone }) => `${first} a ${last}, en ${zone}.`,
      comparedWithDay: ({ day }) => `Comparado con el día anterior (${day}).`,
      comparedWithDays: ({ days, first, last }) =>
        `Comparado con los ${days} días anteriores (${first} a ${last}).`,
      emptyDayBefore: ({ day }) => `No hubo órdenes el día anterior (${day}).`,
      emptyDaysBefore: ({ days, first, last }) =>
        `No hubo órdenes en los ${days} días anteriores (${first} a ${last}).`,
    },
    failed: "No se pudieron cargar las estadísticas",
    empty: "No hay órdenes en este período",
    emptyHint: "Elige un período más largo, o vuelve después de la próxima hora del almuerzo.",
    byDay: "Por día",
    byHour: "Por hora del día",
    hour: "Hora",
  },
  stopReport: {
    label: "Informe",
    overview: "Resumen",
    byStop: "Por parada",
    byPlace: "Por lugar",
    byWeekday: "Por día de la semana",
    drawn: {
      revenue: { stop: "Ingresos por parada", weekday: "Ingresos por día de la semana" },
      orders: { stop: "Órdenes por parada", weekday: "Órdenes por día de la semana" },
      revenuePerHour: {
        stop: "Ingresos por hora y por parada",
        weekday: "Ingresos por hora y por día de la semana",
      },
    },
    groupedBy: "Agrupar por",
    weekday: "Día de la semana",
    everyFigure: ({ title }) => `${title}: todos los datos`,
    dayAndPlace: ({ day, place }) => `${day}, ${place}`,
    revenue: {
      title: "Ingresos en paradas",
      perHour: "Ingresos por hora",
    },
    ordersPerHour: "Órdenes por hora",
    perHour: ({ amount }) => `${amount} por hora`,
    timeToReady: "Mediana hasta lista",
    largest: ({ shown, places }) =>
      `Los ${shown} más grandes de ${places}. La tabla los tiene todos.`,
    capacityUsed: "Capacidad usada",
    hours: "Horas de servicio",
    fromHours: ({ hours }) => `Con base en ${hours} horas de servicio`,
    cancelledStops: "Canceladas",
    count: ({ stops }) => `${stops} ${plural(stops, { one: "parada", other: "paradas" })}`,
    cancelledBesides: ({ count }) =>
      `${count} más se ${plural(count, { one: "canceló", other: "cancelaron" })}`,
    allStops: "Todas las paradas",
    none: "–",
    average: {
      title: "Contra el promedio del lugar",
      above: ({ change, average }) => `${change}, arriba de ${average}`,
      below: ({ change, average }) => `${change}, abajo de ${average}`,
      same: ({ average }) => `Igual que ${average}`,
      soFar: ({ average }) => `Sigue abierta; promedio ${average}`,
      mark: "El promedio de las otras paradas en el mismo lugar.",
    },
    places: {
      best: "Mejores lugares",
      weakest: "Lugares más flojos",
      hint: "Por ingresos por hora de servicio, en paradas que ya terminaron.",
      tooFew:
        "Para comparar lugares, al menos dos necesitan una parada que ya terminó. Elige un período más largo.",
    },
    lost: {
      title: "Demanda perdida",
      lead: "Lo que los clientes quisieron en este período y no recibieron, en una parada o no.",
      empty: "No se perdió nada en este período.",
      slotFull: "Turno lleno",
      slotFullHint: "Órdenes rechazadas porque la hora para recoger estaba llena",
      soldOutHint: "Toques en platillos agotados y órdenes rechazadas por uno",
      unpaid: "Sin pagar",
      unpaidHint: "Órdenes que vencieron antes de pagarse",
      closedHint: "Visitas a la página cuando no se podía ordenar nada",
      byHour: "Demanda perdida por hora",
      drawn: ({ kind }) => `Demanda perdida por hora: ${kind}`,
      kindAndCount: ({ label, count }) => `${label}: ${count}`,
      most: ({ hour, count }) => `Lo más frecuente, ${hour}: ${count}.`,
      noneOfKind: "Nada de este tipo en este período.",
    },
    withoutStop: "Ventas sin parada",
    withoutStopHint:
      "No pertenecen a ninguna parada: el food truck tomó estas órdenes cuando estaba abierto a cualquier hora.",
    empty: "No hay paradas en este período",
    emptyHint:
      "Planea dónde estará el food truck y aquí se cuenta cada parada por separado. ¿Ya hubo paradas antes? Entonces elige un período más largo.",
  },
};

function percents(percent: number): string {
  return percent < 1 ? "Menos de 1%" : `${Math.round(percent)}%`;
}
