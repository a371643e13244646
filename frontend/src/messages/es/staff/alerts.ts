import type { alerts as en } from "@/messages/en/staff/alerts";

export const alerts: typeof en = {
  onThisDevice: "Avisos en este dispositivo",
  tellMeOnThisDevice: "Avísame en este dispositivo de órdenes nuevas",
  browserAsksFirst: "Tu navegador te pregunta una vez. Suena aunque la pantalla esté apagada.",
  evenWhileItSleeps:
    "Suena aunque la pantalla esté apagada, mientras tengas la sesión abierta aquí: hasta 30 días si entraste con Recordarme.",
  couldNotLoad: "No pudimos revisar si este dispositivo recibe avisos.",
  couldNotLoadDevices: "No se pudieron cargar tus dispositivos",
  devices: "Dispositivos que reciben avisos de órdenes nuevas",
  none: "Todavía ninguno. Actívalo en Órdenes, en el dispositivo que debe sonar.",
  about: ({ truckName, isCurrent }: { truckName: string; isCurrent: boolean }) =>
    `${truckName}${isCurrent ? ", este dispositivo" : ""}`,
  remove: "Quitar",
  removeNamed: ({ name, truckName }: { name: string; truckName: string }) =>
    `Quitar ${name}, ${truckName}`,
  removed: "El dispositivo ya no recibe avisos",
};
