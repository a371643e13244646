import type { capacity as en } from "@/messages/en/staff/capacity";
import { plural } from "@/messages/plural";

export const capacity: typeof en = {
  noLimitOnOrders: "Cuánto se puede ordenar: sin límite",
  unitsEvery: ({ units, minutes }: { units: number; minutes: number }) =>
    `Cuánto se puede ordenar: ${counted(units)} cada ${minutes} minutos`,
  unitsPerSlot: "Unidades por turno",
  noLimit: "Sin límite",
  slotLength: "Duración del turno",
  minutes: ({ minutes }: { minutes: number }) => `${minutes} minutos`,
  whatUnitsAre:
    "Las órdenes se recogen por turnos. Una unidad es una parte del trabajo de la cocina: cada platillo dice cuántas necesita. En un turno lleno ya no se puede ordenar. Puedes subir el límite durante el servicio.",
  keptForCounter: "Reservado para el mostrador",
  notSoldOnline: "Esta parte de cada turno no se puede ordenar en línea.",
  share: ({ share }: { share: number }) => (share === 0 ? "Nada" : `${share}%`),
  anHour: ({ units }: { units: number }) => `Unas ${counted(units)} por hora.`,
  anHourOf: ({ units, pieces, item }: { units: number; pieces: number; item: string }) =>
    `Unas ${counted(units)} por hora, como ${pieces} × ${item}.`,
  ofThemOnline: ({ online }: { online: number }) => `En línea: ${counted(online)}.`,
  unitsBetween: ({ least, most }: { least: number; most: number }) =>
    `Escribe un número entero de ${least} a ${most}, o déjalo vacío`,
  unitsPerTenMinutes: "Unidades cada 10 minutos",
  fullTenMinutes:
    "Cuánto hace la cocina en diez minutos. Cada platillo dice cuántas unidades necesita; cuando se llenan los diez minutos, los clientes eligen una hora más tarde. Vacío significa sin límite.",
  capacity: "Capacidad",
  truckSaved: "Se guardó la capacidad",
  truckNotSaved: "No se guardó la capacidad",
  save: "Guardar",
  saving: "Guardando...",
};

function counted(units: number): string {
  return `${units} ${plural(units, { one: "unidad", other: "unidades" })}`;
}
