import type { plan as en } from "@/messages/en/staff/plan";
import { ended, withArticle } from "@/messages/es/time-article";
import { plural } from "@/messages/plural";

export const plan: typeof en = {
  changeOfPlan: "Cambio de plan",
  whatHappened: "¿Qué pasó?",
  late: "Vamos tarde",
  ordersMoveAlong: "Las órdenes se recorren con ustedes.",
  runLate: "Avisar del retraso",
  moved: "Estamos en otro lugar",
  ordersAreKeptThere: "Las órdenes se recogen en el lugar nuevo.",
  moveTheStop: "Cambiar de lugar",
  endsEarly: "Cerramos temprano",
  laterOrdersAreRefunded: "Las órdenes para más tarde se reembolsan.",
  endEarly: "Cerrar temprano",
  cancelled: "No podemos ir",
  allOrdersAreRefunded: "Se cancelan y se reembolsan todas las órdenes que no se han entregado.",
  cancelTheStop: "Cancelar la parada",
  stopAt: ({ place, from, to }: { place: string; from: string; to: string }) =>
    `${place}, de ${from} a ${to}`,
  nothingHappensYet: "Todavía no pasa nada. Primero ves lo que haría.",
  howLate: "¿Cuánto retraso?",
  min: ({ minutes }: { minutes: number }) => `${minutes} min`,
  minutes: "Minutos",
  minutesBetween: ({ least, most }: { least: number; most: number }) =>
    `Escribe un número de ${least} a ${most}`,
  endLaterToo: "Cerrar también más tarde",
  newPlace: "Lugar nuevo",
  placesDidNotLoad: "No cargaron los lugares",
  noOtherPlace: "Todavía no tienes otro lugar. Agrégalo en Agenda, en Lugares.",
  endsAt: "Cierra a",
  insteadOf: ({ time }: { time: string }) => ended(`En lugar de ${withArticle(time)}`),
  ownWords: "En tus palabras (opcional)",
  customersReadIt: "Los clientes lo leen: Se descompuso el generador.",
  lookingAhead: "Calculando...",
  showWhatHappens: "Ver qué pasaría",
  back: "Atrás",
  previewDidNotLoad: "Esto no se puede mostrar",
  thisWillHappen: "Esto va a pasar",
  somethingChanged: "Algo cambió mientras tanto. Así está ahora.",
  customersRead: "Los clientes leen:",
  tenSecondsToTakeBack: "Empieza diez segundos después. Hasta entonces lo puedes deshacer.",
  notStarted: "No empezó",
  getAText: ({ count }: { count: number }) =>
    count === 0
      ? "Ningún cliente recibe un mensaje."
      : plural(count, {
          one: "1 cliente recibe un mensaje.",
          other: `${count} clientes reciben un mensaje.`,
        }),
  areRefunded: ({ count, amount }: { count: number; amount: string }) =>
    plural(count, {
      one: `Se reembolsa 1 orden, ${amount}.`,
      other: `Se reembolsan ${count} órdenes, ${amount}.`,
    }),
  arePaidOut: ({ count, amount }: { count: number; amount: string }) =>
    plural(count, {
      one: `1 de ellas se pagó en el mostrador: tú devuelves ${amount}.`,
      other: `${count} de ellas se pagaron en el mostrador: tú devuelves ${amount}.`,
    }),
  keepItLater: ({ count, minutes }: { count: number; minutes: number }) =>
    plural(count, {
      one: `1 se queda con su orden, ${minutes} minutos más tarde.`,
      other: `${count} se quedan con su orden, ${minutes} minutos más tarde.`,
    }),
  keepItElsewhere: ({ count, place }: { count: number; place: string }) =>
    plural(count, {
      one: `1 se queda con su orden, en ${place}.`,
      other: `${count} se quedan con su orden, en ${place}.`,
    }),
  stayAsTheyAre: ({ count }: { count: number }) =>
    plural(count, { one: "1 orden queda igual.", other: `${count} órdenes quedan igual.` }),
  areReleased: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 cliente que está pagando tiene que elegir de nuevo.",
      other: `${count} clientes que están pagando tienen que elegir de nuevo.`,
    }),
  loading: "Cargando los cambios de plan...",
  didNotLoad: "No cargaron los cambios de plan",
  stopIsOver: "Esta parada ya terminó.",
  startedBy: ({ by }: { by: string }) => `Lo empezó ${by}`,
  startsInAMoment: "El cambio de plan empieza en un momento. Todavía lo puedes deshacer.",
  startsIn: ({ seconds }: { seconds: number }) => `Empieza en ${seconds}`,
  starting: "Empezando...",
  takeBack: "Deshacer",
  isTakenBack: "Deshecho. No cambió nada.",
  isUnderWay: ({ done, total }: { done: number; total: number }) =>
    `Cambio de plan: ${done} de ${total} listos`,
  doneOfAll: ({ done, total }: { done: number; total: number }) => `${done} de ${total} listos`,
  allDone: ({ count }: { count: number }) =>
    count === 0
      ? "Listo. No afectó a ninguna orden."
      : plural(count, {
          one: "Listo. El único cliente ya lo sabe.",
          other: `Listo. Los ${count} clientes ya lo saben.`,
        }),
  allButSome: ({ done, total }: { done: number; total: number }) =>
    `${done} de ${total} listos. Los demás te necesitan.`,
  progress: "Avance",
  needACall: ({ count }: { count: number }) =>
    plural(count, {
      one: "Hay que llamar a 1 cliente",
      other: `Hay que llamar a ${count} clientes`,
    }),
  noPhone: "Sin número de teléfono",
  orderIsUnchanged: "No se pudo cambiar la orden. Inténtalo otra vez o cámbiala a mano.",
  refundIsRefused:
    "La tarjeta rechazó el reembolso. Inténtalo otra vez. Si lo rechaza de nuevo, reembólsalo en el panel de Stripe o en efectivo.",
  tryAgain: "Intentar de nuevo",
  show: "Ver",
  anotherChange: "Otro cambio de plan",
  closeThis: "Cerrar esta lista",
};
