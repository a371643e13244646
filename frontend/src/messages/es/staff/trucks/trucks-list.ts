import { formatDollars } from "@/domain/values/money";
import type { trucksList as en } from "@/messages/en/staff/trucks/trucks-list";
import { plural } from "@/messages/plural";

export const trucksList: typeof en = {
  deleteAction: "Borrar",
  pages: "Páginas",
  previous: "Anterior",
  pageOf: ({ page, pages }: { page: number; pages: number }) => `Página ${page} de ${pages}`,
  next: "Siguiente",
  loadingFoodTrucks: "Cargando food trucks...",
  failedToUpdateTruckStatus: "No se pudo cambiar el estado del food truck",
  wasDeleted: ({ name }: { name: string }) => `Se borró ${name}.`,
  failedToDeleteTruck: "No se pudo borrar el food truck",
  ordersHaveChanged: "El food truck no se borró, porque cambiaron sus órdenes abiertas.",
  edit: ({ name }: { name: string }) => `Editar ${name}`,
  edit2: "Editar",
  delete: ({ name }: { name: string }) => `Borrar ${name}`,
  delete2: "Borrar",
  deleteTruck: "Borrar food truck",
  areYouSureYouWant: ({ name }: { name: string }) =>
    `¿Seguro que quieres borrar "${name}"? Esta acción no se puede deshacer.`,
  deleteAndRefund: "Borrar y reembolsar",
  ordersAreCancelled: ({
    orders,
    total,
    refundTotal,
  }: {
    orders: number;
    total: number;
    refundTotal: number;
  }) =>
    plural(orders, {
      one: `Se cancela 1 orden abierta de ${formatDollars(total)}. Su cliente recibe un mensaje y se le reembolsan ${formatDollars(refundTotal)}.`,
      other: `Se cancelan ${orders} órdenes abiertas por ${formatDollars(total)}. Sus clientes reciben un mensaje y se les reembolsan ${formatDollars(refundTotal)}.`,
    }),
  paymentsAreRefunded: ({ checkouts }: { checkouts: number }) =>
    plural(checkouts, {
      one: "1 cliente está pagando en este momento. Si ese pago se completa, se reembolsa enseguida.",
      other: `${checkouts} clientes están pagando en este momento. Lo que se cobre todavía se reembolsa enseguida.`,
    }),
  deactivateTruck: ({ name }: { name: string }) => `¿Desactivar ${name}?`,
  customersDoNotFind:
    "Los clientes no encuentran el food truck ni su menú hasta que lo actives de nuevo. Su personal conserva sus pantallas.",
  ordersStay: ({ orders, total }: { orders: number; total: number }) =>
    plural(orders, {
      one: `Queda 1 orden abierta de ${formatDollars(total)}: termínala en el tablero o cancélala ahí.`,
      other: `Quedan ${orders} órdenes abiertas por ${formatDollars(total)}: termínalas en el tablero o cancélalas ahí.`,
    }),
  isOffTheStreet: ({ name }: { name: string }) => `${name} ya no está activo.`,
  undo: "Deshacer",
  updating: "Actualizando...",
  deactivate: "Desactivar",
  activate: "Activar",
  truck: "Food truck",
  owner: "Dueño",
  status: "Estado",
  created: "Creado",
  actions: "Acciones",
  foodTrucks: "Food trucks",
  noOwnerYet: "Todavía sin dueño",
  active: "Activo",
  inactive: "Inactivo",
  noFoodTrucksYet: "Todavía no hay food trucks",
  addFirstOneItGets: "Agrega el primero: tendrá su propia página, menú y órdenes.",
  addTruck: "Agregar food truck",
  searchFoodTrucks: "Buscar food trucks",
  noFoodTruckMatches: "Ningún food truck coincide",
  nothingFitsTryPartOf: ({ words }: { words: string }) =>
    `Nada coincide con "${words}". Prueba con parte del nombre, del dueño o de la ciudad.`,
  foodTruckFoodTrucks: ({ all }: { all: number }) =>
    plural(all, { one: "food truck", other: "food trucks" }),
  of: ({ found, all, trucks }: { found: number; all: number; trucks: string }) =>
    `${found} de ${all} ${trucks}`,
  showingTo: ({ which, first, min }: { which: string; first: number; min: number }) =>
    `${which}, del ${first} al ${min}`,
  trucks: "Food trucks",
  accessDeniedThisPageIs: "Acceso denegado: esta página es solo para superadministradores.",
  whoSellsOnThisStreet: "Quién vende en esta calle y cómo se le paga.",
};
