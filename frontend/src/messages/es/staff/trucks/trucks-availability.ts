import type { trucksAvailability as en } from "@/messages/en/staff/trucks/trucks-availability";
import { withArticle } from "@/messages/es/time-article";

export const trucksAvailability: typeof en = {
  orderingIsPausedUntilYou: "Las órdenes están en pausa hasta que las reanudes",
  orderingIsPaused: ({ untilLabel }: { untilLabel: string }) =>
    `Las órdenes están en pausa ${untilLabel}`,
  busyPickupsTakeMinutesInstead: ({
    until,
    leadMinutes,
    leadMinutes2,
  }: {
    until: string;
    leadMinutes: number;
    leadMinutes2: number;
  }) =>
    `Con mucho trabajo${until}: para recoger toma ${leadMinutes} minutos en vez de ${leadMinutes2}`,
  untilITakeItBack: "Hasta que lo quite",
  forAnHour: "Por una hora",
  failedToAddTheTime: "No se pudo agregar el tiempo",
  failedToTakeTimeBack: "No se pudo quitar el tiempo",
  earliestPickupIsMinutesAfter: ({ leadMinutes }: { leadMinutes: number }) =>
    `Lo más pronto para recoger es ${leadMinutes} minutos después de ordenar. Agrega tiempo mientras la cocina esté llena; las órdenes que ya entraron conservan el suyo.`,
  howLong: "Por cuánto tiempo",
  addMinutes: ({ minutes }: { minutes: number }) => `Agregar ${minutes} minutos`,
  earliestIn: ({ leadMinutes }: { leadMinutes: number }) => `lo más pronto en ${leadMinutes}`,
  backToNormal: "Volver a lo normal",
  failedToResumeOrdering: "No se pudieron reanudar las órdenes",
  resumeNow: "Reanudar ahora",
  customersRead: ({ notAcceptingReason }: { notAcceptingReason: string }) =>
    `Los clientes leen: “${notAcceptingReason}”`,
  catchingUpWithOrders: "Poniéndonos al día con las órdenes",
  shortBreak: "Descanso corto",
  movingTheTruck: "Moviendo el food truck",
  failedToPauseOrdering: "No se pudieron pausar las órdenes",
  customersStillSeeMenuAnd:
    "Los clientes todavía ven el menú y leen cuándo regresas. Las órdenes que ya entraron se quedan.",
  reasonForCustomersOptional: "Motivo para los clientes (opcional)",
  pauseForMinutes: ({ minutes }: { minutes: number }) => `Pausar por ${minutes} minutos`,
  until: ({ until }: { until: string }) => `hasta ${withArticle(until)}`,
  pauseUntilIResume: "Pausar hasta que yo reanude",
  untilBackOn: "Hasta que regrese",
  n1Hour: "1 hora",
  until4Am: "Hasta las 4 AM",
  until2: "Hasta…",
  optionOf: ({ menuItemsLabel }: { menuItemsLabel: string }) => `Opción de ${menuItemsLabel}`,
  soldOut: ({ untilLabel }: { untilLabel: string }) => `Agotado ${untilLabel}`,
  soldOutUntilMarkedBack: "Agotado hasta marcarlo de regreso",
  andMore: ({ named, others }: { named: string; others: number }) => `${named} y ${others} más`,
  failedToMarkBackOn: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `No se pudo marcar ${name} como disponible otra vez: ${errorMessage}`,
  failedToMarkSoldOut: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `No se pudo marcar ${name} como agotado: ${errorMessage}`,
  failedToLoadMenuItems: "No se pudieron cargar los platillos",
  loadingMenuItems: "Cargando platillos...",
  soldOutNow: "Agotado ahora",
  backOn2: "De regreso",
  nothingCustomersCanOrderWhole: "Nada. Los clientes pueden ordenar todo el menú.",
  soldOutForHowLong: "Agotado por cuánto tiempo",
  backOnAt: "Regresa a las",
  onTrucksClockNextTime: "En el reloj del food truck; la próxima vez que sea esa hora.",
  whatYouMarkIsSold: ({ words }: { words: string }) => `Lo que marcas queda agotado: ${words}.`,
  searchTheMenu: "Buscar en el menú",
  onTheMenu: "En el menú",
  soldOut3: "Agotado",
  noAvailableItemMatches: "Ningún platillo disponible coincide.",
  pauseOrdering: "Pausar órdenes",
  busy: "Mucho trabajo",
  kitchenControls: "Controles de cocina",
  soldOut4: ({ soldOutText }: { soldOutText: string }) => `Agotado${soldOutText}`,
};
