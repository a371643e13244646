import type { OrderStatus } from "@/domain/api/staff-types";
import type * as en from "@/messages/en/orders";
import { ended, plural, withArticle } from "@/messages/language";
import { paying } from "./checkout";
import { reader } from "./reader";

/** Cómo está una orden, y cómo están varias. */
const IS: Record<OrderStatus, [one: string, several: string]> = {
  pending: ["pendiente", "pendientes"],
  confirmed: ["confirmada", "confirmadas"],
  preparing: ["en preparación", "en preparación"],
  ready: ["lista para recoger", "listas para recoger"],
  completed: ["completada", "completadas"],
  cancelled: ["cancelada", "canceladas"],
};

export const orders: typeof en.orders = {
  ...paying,
  alerts: {
    title: "Avisos en este dispositivo",
    button: "Sonido y avisos",
    buttonMuted: "Sonido y avisos: el sonido está apagado",
    turnOn: "Avísame en este dispositivo de órdenes nuevas",
    turnOnHint: "Tu navegador te pregunta una vez. Suena aunque la pantalla esté apagada.",
    isOnHint:
      "Suena aunque la pantalla esté apagada, mientras tengas la sesión abierta aquí: hasta 30 días si entraste con Recordarme.",
  },
  orders: {
    drawerOffer: ({ amount }) =>
      `Se recibieron ${amount} en efectivo sin caja abierta. Ábrela para contarla esta noche.`,
    readyForPickup: "Lista para recoger",
    completed: "Completada",
    partlyRefunded: "Reembolsada en parte",
    item: {
      refunded: "Reembolsado, no preparar",
      refundedOf: ({ refunded, quantity }) =>
        `${refunded} de ${quantity} reembolsados, no preparar`,
      refundedWhileCooking: "Cambió: se reembolsó un platillo después de empezar a cocinar",
    },
    checks: {
      soldOut: "Un platillo ya estaba agotado cuando llegó el pago",
      itemGone: "Un platillo ya no está en el menú",
      truckClosed: "El food truck no estaba en la calle cuando llegó el pago",
      timePassed: "La hora de recoger ya había pasado cuando llegó el pago",
      stopChanged: "La parada había cambiado cuando llegó el pago",
      overCapacity: "Más de lo que cabe en el turno",
      secondOrder: "Parece una segunda orden del mismo carrito",
      tipOverLimit: "La propina es más alta de lo normal: pregunta al cliente si es correcta",
      changedByCustomer: "El cliente cambió la hora para recoger",
      late: "Atrasada",
      notConfirmed: "Sin confirmar",
      confirmNow: "Sin confirmar y casi es la hora: confírmala, o cancélala para reembolsarla.",
    },
    filter: {
      open: "Buscar una orden",
      search: "Buscar orden",
      datesOn: "Fechas: activas",
      dates: "Fechas",
      anyDay: "Cualquier día",
      statusLabel: "Mostrar las órdenes que están",
      openOnes: "Abiertas",
      noneOpen: "No hay órdenes abiertas",
      noneOpenHint: "Las órdenes nuevas aparecen aquí solas.",
      all: "Todas",
      noMatch: "Ninguna orden coincide",
      nothingFound: ({ search, status, hasDays }) => {
        const found = search ? `No se encontró nada de "${search}"` : "No se encontró nada";
        const among = status ? `${found} entre las órdenes ${IS[status][1]}` : found;
        return hasDays ? `${among} en estos días.` : `${among}.`;
      },
      showAll: "Ver todas las órdenes",
      noneOfStatus: ({ status }) => `No hay órdenes ${IS[status][1]}`,
      noneOfStatusHint: "Elige otro estado para ver las demás.",
    },
    live: {
      lost: ({ time }) =>
        `${ended(`Sin conexión desde ${withArticle(time)}`)} Puede que no aparezcan órdenes nuevas; se sigue intentando.`,
      soundOn: "Activar el sonido",
      soundIsOn: "El sonido está activado. Las órdenes nuevas suenan.",
      soundTry: "Probar",
      soundOff: "El sonido está apagado. Las órdenes nuevas no van a sonar.",
    },
    arrivals: {
      announced: ({ count, orderNumber }) =>
        plural(count, { one: `¡Nueva orden #${orderNumber}!`, other: `¡${count} órdenes nuevas!` }),
      oneFrom: ({ orderNumber, customerName }) => `Nueva orden #${orderNumber} de ${customerName}`,
      show: ({ count }) => plural(count, { one: "Mostrarla", other: "Mostrarlas" }),
      count: ({ count }) =>
        plural(count, { one: "1 orden nueva", other: `${count} órdenes nuevas` }),
      see: "Ver órdenes",
      toast: ({ count, orderNumber, customerName }) =>
        plural(count, {
          one: `Nueva orden #${orderNumber} de ${customerName}`,
          other: `${count} órdenes nuevas`,
        }),
    },
    pages: {
      label: "Páginas de órdenes",
      newest: "Órdenes más nuevas",
      count: ({ shown, total }) => `${shown} de ${total} órdenes`,
      older: "Órdenes anteriores",
    },
    refresh: "Actualizar",
    payOuts: {
      cash: ({ orderNumber, sum }) =>
        `La orden #${orderNumber} se pagó en efectivo: regresa ${sum}.`,
      card: ({ orderNumber, sum }) =>
        `La orden #${orderNumber} se pagó con tarjeta en otro aparato: devuelve ${sum} en ese.`,
      due: ({ count, amount }) =>
        plural(count, {
          one: `1 reembolso por pagar, ${amount}`,
          other: `${count} reembolsos por pagar, ${amount}`,
        }),
      done: "Todos los reembolsos están pagados",
      failed: "No se pudieron cargar los reembolsos por pagar",
      reload: "Volver a cargar los reembolsos",
      giveCash: ({ sum }) => `Devuelve ${sum} en efectivo.`,
      giveOnDevice: ({ sum }) => `Devuelve ${sum} en el otro aparato.`,
      mark: "Marcar como pagado",
      markNamed: ({ orderNumber, sum }) =>
        `Marcar como pagados los ${sum} de la orden #${orderNumber}`,
      notSaved: ({ errorMessage }) => `No se marcó como pagado. ${errorMessage}`,
    },
    card: {
      new: "Nueva",
    },
    steps: {
      markAs: {
        pending: "Dejar pendiente",
        confirmed: "Confirmar la orden",
        preparing: "Empezar a preparar",
        ready: "Marcar como lista",
        completed: "Marcar como entregada",
        cancelled: "Cancelar la orden",
      },
      announced: ({ orderNumber, status }) =>
        `Orden #${orderNumber}: ${status}. Puedes deshacerlo durante 5 segundos.`,
      already: ({ orderNumber, status }) => `La orden #${orderNumber} ya está ${IS[status][0]}.`,
      failed: "No se pudo cambiar el estado de la orden",
    },
    cancel: {
      title: ({ orderNumber }) => `¿Cancelar la orden #${orderNumber}?`,
      withRefund: ({ amount }) => `Cancelar y reembolsar ${amount}`,
      action: "Cancelar la orden",
      keep: "No cancelar",
      customer: ({ customerName }) => `Es la orden de ${customerName}.`,
      toCard: ({ amount }) => `Se devuelven ${amount} a la tarjeta con que se pagó.`,
      inCash: ({ amount }) => `Se pagó en efectivo: devuélvele ${amount} al cliente.`,
      onDevice: ({ amount }) => `Se pagó con tarjeta en otro aparato: devuelve ${amount} en ese.`,
      nothingLeft: "No se reembolsa nada, porque no queda dinero por devolver.",
      disputed:
        "El pago tiene una disputa: no se reembolsa nada mientras el banco tenga el dinero. Si se gana la disputa, el reembolso sale solo.",
    },
    cannotBeUndone: "Esto no se puede deshacer.",
    customerReplied: ({ text }) => `El cliente contestó: “${text}”`,
    failedStale: ({ errorMessage }) =>
      `No se pudieron cargar las órdenes: ${errorMessage} Lo que ves puede no estar al día.`,
    empty: "Todavía no hay órdenes",
    emptyHint: "La primera orden aparecerá aquí sola, en cuanto se pague.",
    newOrderUnfinished: "Nueva orden · 1 sin terminar",
    kitchenView: "Vista de cocina",
  },
  reader,
  counter: {
    done: {
      title: "Orden tomada",
      titleFor: ({ customerName }) => `Orden tomada de ${customerName}`,
      cash: ({ total }) => `${total} pagados en efectivo`,
      reader: ({ total, reader }) => `${total} pagados con tarjeta en ${reader}`,
      card: ({ total }) => `${total} pagados con tarjeta`,
      unpaid: ({ total }) => `${total} por pagar después`,
      change: "Cambio",
      given: ({ given }) => `Recibido: ${given}`,
      noChange: "Pago exacto, sin cambio.",
      earlier:
        "Ya había llegado antes de tu último cambio, así que queda como se envió primero. Abre la orden para revisarla.",
      linkSent: ({ phone }) => `El enlace se envía por mensaje al ${phone}.`,
      next: "Siguiente orden",
      open: "Abrir la orden",
    },
    retryHint: "Inténtalo de nuevo: una orden que ya llegó no se toma dos veces.",
    sentAs: {
      cash: "Presiona primero Efectivo otra vez: la orden quizá ya llegó, como pagada en efectivo.",
      reader: "Presiona primero Tarjeta otra vez: quizá ya se avisó al lector.",
      card: "Presiona primero Tarjeta otra vez: la orden quizá ya llegó, como pagada con tarjeta.",
      unpaid: "Presiona primero Paga después otra vez: la orden quizá ya llegó, como no pagada.",
    },
    offer: {
      label: "Código de oferta (opcional)",
      apply: "Aplicar",
      remove: "Quitar el código",
      discount: "Descuento de la oferta",
      applied: ({ code, amount }) => `${code} descuenta ${amount}.`,
      minimum: ({ code, amount }) =>
        `${code} es para órdenes de ${amount} o más, antes de impuestos.`,
      unapplied: "Aplica el código de oferta, o vacía su campo.",
      phoneNeeded: "Este código sirve una vez por número de teléfono. Escribe el del cliente.",
    },
    receipt: {
      label: "Correo para el recibo",
      send: "Enviar el recibo",
      printOn: ({ printer }) => `Imprimir el recibo en ${printer}`,
      printTicketOn: ({ printer }) => `Imprimir el ticket en ${printer}`,
      printed: ({ printer }) => `Sale en unos segundos de ${printer}.`,
      sending: "Enviando...",
      sent: ({ email }) => `El recibo se envía a ${email}.`,
      invalid: "Escribe un correo, por ejemplo ada@example.com.",
    },
    unsellable: "Cambia o quita lo que no se puede vender.",
    slot: {
      now: ({ slot }) => `Ahora: ${slot}`,
    },
    stop: {
      open: ({ place, time }) => `${place}, hasta ${withArticle(time)}`,
      ended: ({ place, time }) => `${place}, terminó a ${withArticle(time)}`,
      opens: ({ place, when }) => `${place}, abre ${when}`,
      taxChanged: "El impuesto cambió. Revisa el total antes de cobrar.",
    },
    totalChanged: ({ total, told }) => `Ahora el total es ${total}. Era ${told}.`,
    failed: "No se pudieron cargar la parada y su tasa de impuesto",
    full: {
      title: ({ time }) => `La cocina está llena a ${withArticle(time)}`,
      take: "Tomarla de todos modos",
      question: ({ used, capacity, units }) =>
        `Este turno tiene ${used} de ${capacity} platillos y esta orden agrega ${units}. ¿Tomarla de todos modos?`,
      later: "U ofrece una hora más tarde:",
    },
    clear: {
      action: "Vaciar",
      title: "¿Vaciar esta orden?",
      hint: "Los platillos y todo lo que escribiste se quitan de este dispositivo.",
      mayBeTaken: "Se envió sin respuesta y quizá ya está tomada: revisa antes las órdenes.",
    },
    panel: {
      title: "Esta orden",
      empty: "Nada todavía.",
      taking: "Tomando la orden...",
      count: ({ count }) => `${count} ${plural(count, { one: "artículo", other: "artículos" })}`,
      review: ({ total }) => `Revisar · ${total}`,
      payment: "Cómo se paga",
      payLater: "Paga después",
      name: "Nombre (opcional)",
      nameHint: ({ name }) => `"${name}" si se deja vacío`,
      phone: "Teléfono (opcional)",
      phoneHint: "Recibe un mensaje ahora y cuando la orden esté lista",
      more: "Teléfono, nota para la cocina y código de oferta",
    },
    cash: {
      title: "Efectivo recibido",
      exact: "Exacto",
      other: "Otra cantidad",
      tooLittle: "Escribe al menos el total, por ejemplo 20 o 22.50.",
      change: ({ change }) => `Cambio: ${change}`,
      take: ({ given }) => `Cobrar ${given}`,
      takeThis: "Cobrar esta cantidad",
    },
    grid: {
      all: "Todo",
      sections: "Secciones del menú",
      hint: "Toca para agregar, o escribe un nombre y presiona Enter.",
      enterAdds: ({ first }) => `Enter agrega ${first}.`,
      noMatch: "Nada a la venta se llama así.",
      withOptions: "con opciones",
      inOrder: "en la orden",
    },
    emptyHint: "Una orden se hace con el menú, así que eso va primero.",
    addToOrder: "Agregar a la orden",
  },
  kitchen: {
    step: {
      failed: ({ orderNumber }) => `Orden #${orderNumber}: no se pudo cambiar el estado`,
      start: "Empezar a cocinar",
      handOver: "Entregada",
      done: ({ orderNumber, status }) =>
        `Orden #${orderNumber}: ${status}. Presiona U para deshacer.`,
      undone: ({ orderNumber, status }) => `Deshecho. Orden #${orderNumber}: ${status}.`,
    },
    totals: {
      title: "Total por preparar",
      later: ({ items }) => `Después de las próximas 2 horas: ${items}`,
      only: "Solo totales",
      withExtras: "Con extras",
      plain: ({ quantity }) => `${quantity}× sin extras`,
      withNote: ({ count }) => `${count}× con nota`,
    },
    age: {
      cancelled: "cancelada",
      ready: ({ duration }) => `lista ${duration}`,
      late: ({ duration }) => `${duration} tarde`,
      dueNow: "ya toca",
      due: ({ when }) => (/^\d/.test(when) ? `para ${withArticle(when)}` : `para el ${when}`),
      dueIn: ({ duration }) => `en ${duration}`,
      waiting: ({ duration }) => `esperando ${duration}`,
      minutes: ({ minutes }) => `${minutes} min`,
      days: ({ days }) => `${days} días`,
      hours: ({ hours, minutes }) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
    },
    ticket: {
      named: ({ orderNumber }) => `orden #${orderNumber}`,
      shelfTitle: ({ orderNumber, age }) => `Orden #${orderNumber}, ${age}`,
      takeAway: "Quitar",
      ofCustomer: ({ name }) => `de ${name}`,
      wholeOrder: "Para toda la orden",
      title: ({ orderNumber, age }) => `Orden #${orderNumber}, ${age}`,
      cancelled: "Cancelada. Dejen de cocinar.",
      waits: "Espera en el mostrador",
      orderedAgo: ({ sinceOrdered }) => `ordenada hace ${sinceOrdered}`,
      collect: ({ payment, total }) => `${payment}: cobrar ${total}`,
    },
    unsaved: {
      mark: "todavía sin guardar",
      trying: "Todavía sin guardar. Intentando de nuevo…",
      retry: "Intentar ahora",
      bar: ({ numbers }) =>
        `No se pudo cambiar el estado de la orden: ${numbers}. Se intenta de nuevo solo. Deja esta página abierta.`,
    },
    keys: {
      undo: "deshacer",
      find: "encontrar una orden",
      next: "ir a la siguiente",
      step: "avanzarla",
      title: "Teclas",
    },
    shelf: {
      collect: ({ total }) => `Cobrar ${total}`,
    },
    toMake: "Por hacer",
    empty: {
      title: "Nada por hacer",
      allReady: "Todo está listo para recoger.",
      hint: "La siguiente orden aparecerá aquí sola, en cuanto se pague.",
    },
  },
};
