import type * as en from "@/messages/en/service";
import { ended, plural, withArticle } from "@/messages/language";

const WEEKDAYS: Record<string, [one: string, several: string]> = {
  mon: ["lunes", "lunes"],
  tue: ["martes", "martes"],
  wed: ["miércoles", "miércoles"],
  thu: ["jueves", "jueves"],
  fri: ["viernes", "viernes"],
  sat: ["sábado", "sábados"],
  sun: ["domingo", "domingos"],
};

export const service: typeof en.service = {
  printers: {
    silent: ({ name, time }) =>
      ended(`La impresora ${name} no responde desde ${withArticle(time)}`),
    paper_out: ({ name }) => `La impresora ${name} se quedó sin papel.`,
    cover_open: ({ name }) => `La impresora ${name} tiene la tapa abierta.`,
  },
  capacity: {
    stopUnlimited: "Cuánto se puede ordenar: sin límite",
    stopLimit: ({ minutes }) => `Cuánto se puede ordenar: con límite cada ${minutes} minutos`,
    slotLength: "Duración del turno",
    minutes: ({ minutes }) => `${minutes} minutos`,
    limitHint:
      "Cuando se ordenan tantos para una misma hora, los clientes eligen una más tarde. Puedes subir el límite durante el servicio. Vacío significa sin límite.",
    countingTitle: "Más: qué cuenta como un platillo",
    counting:
      "El límite cuenta las unidades de preparación de cada platillo: 1 para la mayoría. En el formulario del platillo, en Más, escribe 2 si da el doble de trabajo, o 0 si solo se entrega, como las bebidas.",
    counterShare: "Reservado para el mostrador",
    counterShareHint: "Esta parte de cada turno no se puede ordenar en línea.",
    share: ({ share }) => (share === 0 ? "Nada" : `${share}%`),
    perHour: ({ units }) => `Unos ${counted(units)} por hora.`,
    perHourOf: ({ pieces, item }) => `Unos ${pieces} × ${item} por hora.`,
    ordersPerHour: ({ orders }) => `En órdenes como las de los últimos 30 días: unas ${orders}.`,
    online: ({ pieces, item }) => `En línea: ${pieces} × ${item}.`,
    limitInvalid: ({ least, most }) =>
      `Escribe un número entero de ${least} a ${most}, o déjalo vacío`,
    title: "Capacidad",
    saved: "Se guardó la capacidad",
    failed: ({ reason }) => `No se guardó la capacidad: ${reason}`,
  },
  counts: {
    lead: "Escribe cuántos hay para esta parada. Lo que se acaba queda agotado enseguida. Sin número no hay límite.",
    copy: {
      action: "Copiar de la última vez",
      lastTime: ({ day }) => `La última vez aquí: ${day}`,
      done: ({ count }) =>
        plural(count, {
          one: "Se copió 1 número. Guarda para usarlo.",
          other: `Se copiaron ${count} números. Guarda para usarlos.`,
        }),
    },
    optionsOf: ({ item }) => `Opciones de ${item}`,
    left: ({ remaining, initial }) =>
      plural(remaining, { one: "Queda", other: "Quedan" }).concat(` ${remaining} de ${initial}`),
    ordered: ({ count }) =>
      plural(count, { one: `Ya se pidió ${count}`, other: `Ya se pidieron ${count}` }),
    invalid: "Escribe un número entero, o déjalo vacío",
    save: "Guardar existencias",
    saved: "Existencias guardadas",
    failed: ({ reason }) => `Las existencias no se guardaron: ${reason}`,
    loading: "Cargando existencias...",
    loadFailed: "Las existencias no cargaron",
    loadFailedStale: ({ reason }) =>
      `Las existencias no cargaron: ${reason} Lo que ves puede no estar al día.`,
    emptyHint: "Se puede contar lo que está en el menú.",
    addMenuItem: "Agregar platillo",
    panel: {
      lead: ({ place }) => `En ${place}. Los cambios llegan enseguida a los menús abiertos.`,
      empty: "En esta parada no se cuenta nada.",
      more: "Contar algo más",
    },
    adjust: {
      less: ({ name }) => `−1: ${name}`,
      more: ({ name }) => `+1: ${name}`,
      left: ({ name }) => `Quedan: ${name}`,
      set: "Fijar",
      failed: ({ reason }) => `Sin cambios: ${reason}`,
    },
  },
  plan: {
    title: "Cambio de plan",
    kinds: {
      question: "¿Qué pasó?",
      late: "Vamos tarde",
      lateHint: "Las órdenes se recorren con ustedes.",
      lateSubmit: "Avisar del retraso",
      moved: "Estamos en otro lugar",
      movedHint: "Las órdenes se recogen en el lugar nuevo.",
      movedSubmit: "Cambiar de lugar",
      endsEarly: "Cerramos temprano",
      endsEarlyHint: "Las órdenes para más tarde se reembolsan.",
      endsEarlySubmit: "Cerrar temprano",
      cancelled: "No podemos ir",
      cancelledHint: "Se cancelan y se reembolsan todas las órdenes que no se han entregado.",
      cancelledSubmit: "Cancelar la parada",
      hint: "Todavía no pasa nada. Primero ves lo que haría.",
    },
    stopAt: ({ place, from, to }) => `${place}, de ${withArticle(from)} a ${withArticle(to)}`,
    form: {
      howLate: "¿Cuánto retraso?",
      minutesLater: ({ minutes }) => `${minutes} min`,
      minutesInvalid: ({ least, most }) => `Escribe un número de ${least} a ${most}`,
      endLater: "Cerrar también más tarde",
      placesFailed: "No cargaron los lugares",
      closesAt: "Cierra a las",
      insteadOf: ({ time }) => ended(`En lugar de ${withArticle(time)}`),
      sentence: "En tus palabras (opcional)",
      sentenceHint: "Los clientes lo van a leer. Ejemplo: Se descompuso el generador.",
      previewing: "Cargando la vista previa...",
      preview: "Ver qué pasaría",
    },
    preview: {
      failed: "La vista previa no cargó",
      title: "Esto va a pasar",
      changed: "Algo cambió mientras tanto. Así está ahora.",
      noAddress: "El lugar no tiene dirección: el mensaje solo les dice el nombre a los clientes.",
      customersRead: "Los clientes leen:",
      delayHint: "Empieza diez segundos después. Hasta entonces lo puedes deshacer.",
      notStarted: "No empezó",
    },
    effects: {
      texted: ({ count }) =>
        count === 0
          ? "Ningún cliente recibe un mensaje."
          : plural(count, {
              one: "1 cliente recibe un mensaje.",
              other: `${count} clientes reciben un mensaje.`,
            }),
      refunded: ({ count, amount }) =>
        plural(count, {
          one: `Se reembolsa 1 orden, ${amount}.`,
          other: `Se reembolsan ${count} órdenes, ${amount}.`,
        }),
      paidOut: ({ count, amount }) =>
        plural(count, {
          one: `1 de ellas se pagó en el mostrador: tú devuelves ${amount}.`,
          other: `${count} de ellas se pagaron en el mostrador: tú devuelves ${amount}.`,
        }),
      later: ({ count, minutes }) =>
        plural(count, {
          one: `1 orden se conserva, ${minutes} minutos más tarde.`,
          other: `${count} órdenes se conservan, ${minutes} minutos más tarde.`,
        }),
      elsewhere: ({ count, place }) =>
        plural(count, {
          one: `1 orden se conserva, en ${place}.`,
          other: `${count} órdenes se conservan, en ${place}.`,
        }),
      unchanged: ({ count }) =>
        plural(count, { one: "1 orden queda igual.", other: `${count} órdenes quedan igual.` }),
      released: ({ count }) =>
        plural(count, {
          one: "1 cliente que está pagando tiene que elegir de nuevo.",
          other: `${count} clientes que están pagando tienen que elegir de nuevo.`,
        }),
    },
    loading: "Cargando los cambios de plan...",
    failed: "No cargaron los cambios de plan",
    progress: {
      startedBy: ({ by }) => `Lo empezó ${by}`,
      startsSoon: "El cambio de plan empieza en un momento. Todavía lo puedes deshacer.",
      startsIn: ({ seconds }) => `Empieza en ${seconds}`,
      starting: "Empezando...",
      withdraw: "Deshacer",
      withdrawn: "Deshecho. No cambió nada.",
      bar: ({ done, total }) => `Cambio de plan: ${done} de ${total} listos`,
      doneOf: ({ done, total }) => `${done} de ${total} listos`,
      allDone: ({ count }) =>
        count === 0
          ? "Listo. No afectó a ninguna orden."
          : plural(count, {
              one: "Listo. El único cliente ya lo sabe.",
              other: `Listo. Los ${count} clientes ya lo saben.`,
            }),
      needsYou: ({ done, total }) => `${done} de ${total} listos. Encárgate de los demás.`,
      label: "Avance",
      show: "Ver",
      another: "Otro cambio de plan",
      close: "Cerrar esta lista",
    },
    calls: {
      count: ({ count }) =>
        plural(count, {
          one: "Hay que llamar a 1 cliente",
          other: `Hay que llamar a ${count} clientes`,
        }),
      noPhone: "Sin número de teléfono",
      orderUnchanged: "No se pudo cambiar la orden. Inténtalo otra vez o cámbiala a mano.",
      refundRefused:
        "La tarjeta rechazó el reembolso. Inténtalo otra vez. Si lo rechaza de nuevo, reembólsalo en el panel de Stripe o en efectivo.",
    },
    overlaps: ({ place, day, from, to }) =>
      ended(
        `El food truck está en ${place} el ${day}, de ${withArticle(from)} a ${withArticle(to)}`,
      ),
  },
  newPlace: {
    choice: "Otro lugar…",
    name: "Nombre del lugar",
    nameHint: "Como lo conocen los clientes.",
    addressHint: "Los clientes la leen en el mensaje y en el mapa.",
    nameless: "Ponle nombre al lugar.",
    failed: ({ reason }) => `No se guardó el lugar: ${reason}`,
    usePosition: "Usar mi ubicación",
    removePosition: "Quitar la ubicación",
    positionHint: "Para el mapa y para los clientes cercanos.",
    found: "El mapa tiene tu ubicación.",
    denied:
      "Esta página no puede ver dónde estás. Permítelo en el navegador o escribe la dirección.",
    unknown: "No se pudo encontrar tu ubicación. Escribe la dirección.",
  },
  prepSheet: {
    title: "Hoja de preparación",
    titleFor: ({ place, day }) => `Hoja de preparación, ${place}, ${day}`,
    nextStop: ({ place, when }) => `para ${place}, ${when}`,
    loading: "Cargando la hoja de preparación...",
    failed: "La hoja de preparación no cargó",
    failedStale: ({ reason }) =>
      `La hoja de preparación no cargó: ${reason} Lo que ves puede no estar al día.`,
    notFound: "No se encontró la parada",
    notFoundHint: "Esa parada no existe, o es de otro food truck.",
    cancelled: "Esta parada está cancelada",
    cancelledHint: "No hay nada que preparar para ella.",
    emptyMenu: "El menú está vacío",
    emptyMenuHint: "Agrega platillos al menú, y esta hoja dirá cuántos preparar de cada uno.",
    openMenu: "Abrir el menú",
    download: "Descargar CSV",
    basis: {
      placeAndWeekday: ({ count, place, weekday }) =>
        `Según ${stops(count)} en ${place} ${days(count, weekday)}`,
      place: ({ count, place, weekday }) =>
        `Según ${stops(count)} en ${place}, ${none(count)} en ${nameOf(weekday)}`,
      weekday: ({ count, place, weekday }) =>
        `Según ${stops(count)} ${days(count, weekday)}, ${none(count)} en ${place}`,
      nothing: "No hay una parada anterior con qué comparar",
      nothingHint:
        "No se puede estimar nada hasta que termine una parada aquí o en este día de la semana. Lo ordenado por adelantado sí aparece.",
      hint: "Lo esperado es la mediana de lo que se ordenó en estas paradas, con el mínimo y el máximo.",
      stops: "Paradas comparadas",
    },
    pieces: ({ count }) => `${count} ${plural(count, { one: "pieza", other: "piezas" })}`,
    table: {
      label: "Qué preparar",
      item: "Producto",
      expected: "Esperado",
      preordered: "Por adelantado",
      ordered: "Ordenado",
      otherItems: "Otros platillos",
      range: ({ low, high }) => `${low} a ${high}`,
      soldOutEarly: ({ count, stops }) => `Se agotó antes en ${count} de ${stops}`,
    },
  },
  slots: {
    parts: {
      plan: "Plan",
      slots: "Turnos",
      label: "Qué ver de esta parada",
    },
    title: "Turnos para recoger",
    titleAt: ({ place }) => `Turnos para recoger en ${place}`,
    loading: "Cargando los turnos...",
    failed: "Los turnos no cargaron",
    failedStale: ({ reason }) =>
      `Los turnos no cargaron: ${reason} Lo que ves puede no estar al día.`,
    used: ({ used }) => counted(used),
    usedOf: ({ used, capacity }) => `${used} de ${capacity}`,
    line: ({ time, used, capacity }) => `${time} · ${used} de ${counted(capacity)}`,
    over: ({ units }) => `${units} de más`,
    noLimitHint: "No hay límite. Estos son los platillos ordenados.",
    eachTakes: ({ capacity, online }) =>
      online < capacity
        ? `En cada turno caben ${counted(capacity)}, ${online} de ellos en línea.`
        : `En cada turno caben ${counted(capacity)}.`,
    raise: {
      action: "Más capacidad",
      hint: ({ capacity }) =>
        `Ahora ${capacity}. Los clientes pueden ordenar más enseguida. No se puede bajar mientras haya órdenes.`,
      invalid: ({ capacity, most }) => `Escribe un número entero de ${capacity + 1} a ${most}`,
      done: ({ units }) => `En cada turno ya caben ${counted(units)}`,
    },
  },
  service: {
    state: {
      paused: "Las órdenes están en pausa hasta que las reanudes",
      pausedUntil: ({ end }) => `Las órdenes están en pausa hasta ${withArticle(end)}`,
      busy: ({ minutes, usualMinutes }) =>
        `Con mucho trabajo: para recoger toma ${minutes} minutos en vez de ${usualMinutes}`,
      busyUntil: ({ end, minutes, usualMinutes }) =>
        `Con mucho trabajo hasta ${withArticle(end)}: para recoger toma ${minutes} minutos en vez de ${usualMinutes}`,
    },
    busy: {
      noEnd: "Hasta que lo quite",
      oneHour: "Por una hora",
      failed: ({ errorMessage }) => `No se pudo agregar el tiempo: ${errorMessage}`,
      endFailed: ({ errorMessage }) => `No se pudo quitar el tiempo: ${errorMessage}`,
      hint: ({ minutes }) =>
        `Lo más pronto para recoger es ${minutes} minutos después de ordenar. Agrega tiempo mientras la cocina esté llena; las órdenes que ya entraron conservan el suyo.`,
      howLong: "Por cuánto tiempo",
      add: ({ minutes }) => `Agregar ${minutes} minutos`,
      earliest: ({ minutes }) => `lo más pronto en ${minutes} minutos`,
      end: "Volver a lo normal",
      title: "Mucho trabajo",
    },
    pause: {
      endFailed: ({ errorMessage }) => `No se pudieron reanudar las órdenes: ${errorMessage}`,
      end: "Reanudar ahora",
      customersRead: ({ reason }) => `Los clientes leen: “${reason}”`,
      reasons: {
        catchingUp: "Poniéndonos al día con las órdenes",
        break: "Descanso corto",
        moving: "Moviendo el food truck",
      },
      failed: ({ errorMessage }) => `No se pudieron pausar las órdenes: ${errorMessage}`,
      hint: "Los clientes todavía ven el menú y leen cuándo regresas. Las órdenes que ya tienes no cambian.",
      reason: "Motivo para los clientes (opcional)",
      forMinutes: ({ minutes }) => `Pausar por ${minutes} minutos`,
      endsAt: ({ time }) => `Termina a ${withArticle(time)}`,
      untilResumed: "Pausar hasta que yo reanude",
      title: "Pausar órdenes",
    },
    soldOut: {
      noEnd: "Hasta nuevo aviso",
      oneHour: "1 hora",
      untilMorning: "Hasta las 4 a.m.",
      untilTime: "Hasta…",
      optionOf: ({ items }) => `Opción de ${items}`,
      untilBack: "Agotado hasta nuevo aviso",
      more: ({ count }) => `${count} más`,
      backFailed: ({ name, errorMessage }) =>
        `No se pudo marcar ${name} como disponible otra vez: ${errorMessage}`,
      failed: ({ name, errorMessage }) => `No se pudo marcar ${name} como agotado: ${errorMessage}`,
      now: "Agotado ahora",
      back: "De regreso",
      nothing: "Nada. Los clientes pueden ordenar todo el menú.",
      howLong: "Agotado por cuánto tiempo",
      backAt: "Regresa a las",
      backAtHint: "En el reloj del food truck; la próxima vez que sea esa hora.",
      choice: ({ end }) => ended(`Lo que marcas queda agotado hasta ${withArticle(end)}`),
      onMenu: "En el menú",
      noMatch: "Ningún platillo disponible coincide.",
      button: ({ count }) => (count > 0 ? `Agotado (${count})` : "Agotado"),
    },
    label: "Controles de cocina",
    menu: {
      title: "Servicio",
      on: ({ count }) => plural(count, { one: "1 activo", other: `${count} activos` }),
    },
  },
};

function counted(units: number): string {
  return `${units} ${plural(units, { one: "platillo", other: "platillos" })}`;
}

function stops(count: number): string {
  return count === 1 ? "la última parada" : `las últimas ${count} paradas`;
}

/** "en lunes", "los lunes". */
function days(count: number, weekday: string): string {
  return count === 1 ? `en ${nameOf(weekday)}` : `los ${WEEKDAYS[weekday]?.[1] ?? weekday}`;
}

function nameOf(weekday: string): string {
  return WEEKDAYS[weekday]?.[0] ?? weekday;
}

function none(count: number): string {
  return count === 1 ? "que no fue" : "ninguna";
}
