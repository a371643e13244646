import type { slots as en } from "@/messages/en/staff/slots";
import { plural } from "@/messages/plural";

export const slots: typeof en = {
  plan: "Plan",
  slots: "Turnos",
  partsOfStop: "Qué ver de esta parada",
  pickupSlots: "Turnos para recoger",
  pickupSlotsAt: ({ place }: { place: string }) => `Turnos para recoger en ${place}`,
  loading: "Cargando los turnos...",
  didNotLoad: "Los turnos no cargaron",
  knownBefore: ({ reason }: { reason: string }) =>
    `Los turnos no cargaron: ${reason} Abajo está lo que se sabía antes.`,
  tryAgain: "Intentar de nuevo",
  units: ({ used }: { used: number }) => counted(used),
  usedOf: ({ used, capacity }: { used: number; capacity: number }) => `${used} de ${capacity}`,
  full: "Lleno",
  over: ({ units }: { units: number }) => `${units} de más`,
  noLimit: "No hay límite. Estas son las unidades ordenadas.",
  eachTakes: ({ capacity, online }: { capacity: number; online: number }) =>
    online < capacity
      ? `En cada turno caben ${counted(capacity)}, ${online} de ellas en línea.`
      : `En cada turno caben ${counted(capacity)}.`,
  moreCapacity: "Más capacidad",
  cannotBeLowered: ({ capacity }: { capacity: number }) =>
    `Ahora ${capacity}. Los clientes pueden ordenar más enseguida. No se puede bajar mientras haya órdenes.`,
  moreThan: ({ capacity, most }: { capacity: number; most: number }) =>
    `Escribe un número entero de ${capacity + 1} a ${most}`,
  takesMore: ({ units }: { units: number }) => `En cada turno ya caben ${counted(units)}`,
  notRaised: ({ reason }: { reason: string }) => `La capacidad no subió: ${reason}`,
  save: "Guardar",
};

function counted(units: number): string {
  return `${units} ${plural(units, { one: "unidad", other: "unidades" })}`;
}
