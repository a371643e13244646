import type { OrderStatus } from "@/domain/api/staff-types";
import type * as en from "@/messages/en/unsent";
import { ended, plural, withArticle } from "@/messages/language";

export const unsent: typeof en.unsent = {
  unsent: {
    onlyHere: ({ time, count }) =>
      `${ended(`Sin conexión desde ${withArticle(time)}`)} ${plural(count, {
        one: "1 orden está solo en esta tableta.",
        other: `${count} órdenes están solo en esta tableta.`,
      })}`,
    sending: ({ count }) =>
      plural(count, { one: "Enviando 1 orden", other: `Enviando ${count} órdenes` }),
    needsYou: ({ count }) =>
      plural(count, { one: "1 te necesita", other: `${count} te necesitan` }),
    notPersistent: "Este navegador no promete guardarlas: puede borrarlas cuando le falte espacio.",
    unreadable: ({ count }) =>
      plural(count, {
        one: "1 orden de esta tableta no se puede leer",
        other: `${count} órdenes de esta tableta no se pueden leer`,
      }),
    locked: {
      title: "Esta versión no la puede leer",
      newer:
        "La guardó una versión más nueva de Chuckwagon. Vuelve a cargar la página con conexión: la versión nueva la lee y la envía.",
      keyGone:
        "Esta tableta perdió la clave, así que ya no se puede leer lo que dice la orden. Revisa la caja y pregunta quién la vendió; luego descártala.",
      reload: "Volver a cargar la página",
      discardTitle: "¿Descartar esta orden?",
      discardHint:
        "Se borra de esta tableta y no cuenta en ningún lado. El motivo, y que estaba aquí, quedan en el registro de actividad.",
      arrived: ({ orderNumber }) =>
        `Ya había llegado, como #${orderNumber}. No se pierde nada de ella.`,
    },
    ticket: {
      question:
        "¿Salió el ticket? Entonces ninguna impresora lo vuelve a imprimir cuando se envíe la orden.",
      printed: "Sí salió",
      isPrinted: "Su ticket salió aquí. Ninguna impresora lo vuelve a imprimir.",
    },
    notHere: {
      title: "Esta tableta no lo sabe sin conexión",
      hint: "Aparece solo cuando vuelve la conexión.",
    },
    needsConnection: {
      title: "Esta página necesita conexión",
      hint: "Las órdenes, la cocina y el mostrador funcionan sin ella.",
    },
    show: "Ver órdenes",
    title: "Órdenes en esta tableta",
    none: "Todas las órdenes están enviadas.",
    sendNow: "Enviar ahora",
    onlyOnThisTablet: "Solo en esta tableta",
    voided: "Anulada",
    readerNeedsNetwork:
      "Un lector de tarjetas necesita conexión. Cobra en efectivo o con tarjeta en otro aparato, o inténtalo de nuevo.",
    noCodes: "Los códigos de oferta necesitan conexión. Quita el código para tomar la orden ahora.",
    noLetter:
      "Esta tableta aún no tiene letra para órdenes sin conexión. Conéctala una vez y podrá seguir vendiendo.",
    tooLong:
      "Esta tableta lleva 16 horas sin conexión. Conéctala e inicia sesión para seguir vendiendo.",
    storageFull:
      "No se guardó la orden porque esta tableta no tiene espacio. Sigue aquí: libera espacio y vuelve a tocar.",
    sentMeanwhile:
      "Esta orden se envió mientras tanto y queda como estaba. Vacíala aquí y toma lo nuevo en otra orden.",
    givenUpMeanwhile:
      "Esta orden se anuló o se descartó mientras tanto y así se queda. Vacíala aquí. Si la quieren de todos modos, tómala como otra orden.",
    change: "Cambiar",
    changeBusy: "Primero termina o vacía la orden del mostrador.",
    changing: ({ number }) => `Cambiando ${number}`,
    changeCleared: ({ number }) =>
      `${number} queda como estaba y así se envía. Lo que cambiaste aquí se pierde.`,
    void: "Anular",
    voidTitle: ({ number }) => `¿Anular ${number}?`,
    voidHint: ({ total }) =>
      `Suma ${total}. Devuelve lo que se pagó. El motivo se envía con la orden.`,
    reason: "Motivo",
    reasonMissing: "Escribe un motivo.",
    enterNow: "Registrar como venta de ahora",
    discard: "Descartar",
    discardTitle: ({ number }) => `¿Descartar ${number}?`,
    discardHint: ({ total }) =>
      `La venta de ${total} se borra de esta tableta y no cuenta en ningún lado. El motivo queda en el registro de actividad.`,
    discardFailed: ({ reason }) => `No se descartó. ${reason}`,
    seen: "OK",
    arrivedAlready: ({ orderNumber }) =>
      `Ya había llegado, como #${orderNumber}: cancélala en el tablero.`,
    arrivedOtherwise: ({ orderNumber, total }) =>
      `En el servidor está como #${orderNumber} por ${total} y no es igual a la de aquí. Compáralas y corrige la orden #${orderNumber} en el tablero.`,
    stepRefused: ({ orderNumber, status }) =>
      `Un paso hecho aquí ya no correspondía. La orden #${orderNumber} ahora está ${IS[status]}.`,
    changeFirst: {
      order_items_unknown:
        "Cámbiala primero: pon otro platillo en su lugar. Hasta entonces tampoco se acepta como venta de ahora.",
      order_discarded:
        "Descártala aquí también. Si la quieren de todos modos, tómala como otra orden.",
      other: "Cámbiala primero. Hasta entonces tampoco se acepta como venta de ahora.",
    },
    refused: {
      order_discarded: "Se descartó antes.",
      order_items_unknown: "Un platillo no está en el menú de este food truck.",
      order_sums_differ: "Sus cantidades no cuadran.",
      order_too_old: "Tiene más de 14 días.",
      not_found: "Ya no se conoce su food truck.",
    },
    flags: {
      takenOffline: "Tomada sin conexión",
      priceDiffers: "Se cobraron precios distintos a los del menú",
      overStock: "Se vendió más de lo que quedaba",
      soldOut: "Un platillo estaba agotado",
      paused: "Tomada mientras las órdenes estaban en pausa",
      stopOver: "Tomada después del final de la parada",
      late: "Llegó con más de 48 horas de retraso",
      clockDiffers: "El reloj de la tableta estaba mal",
      phoneLeftOut: "El teléfono se omitió porque no era válido",
      voided: "Anulada antes de enviarse",
      saleOfNow: "Registrada después, como venta de ese momento",
    },
    onTablet: ({ count, truck }) =>
      plural(count, {
        one: `Hay 1 orden sin enviar de ${truck} en esta tableta`,
        other: `Hay ${count} órdenes sin enviar de ${truck} en esta tableta`,
      }),
    signOut: {
      title: ({ count }) =>
        plural(count, {
          one: "¿Cerrar sesión con 1 orden sin enviar?",
          other: `¿Cerrar sesión con ${count} órdenes sin enviar?`,
        }),
      hint: "Se quedan en esta tableta y se envían cuando el personal del mismo food truck vuelva a iniciar sesión aquí.",
      stay: "Seguir con la sesión",
    },
  },
};

/** Cómo está una orden. */
const IS: Record<OrderStatus, string> = {
  pending: "pendiente",
  confirmed: "confirmada",
  preparing: "en preparación",
  ready: "lista para recoger",
  completed: "completada",
  cancelled: "cancelada",
};
