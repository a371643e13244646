import type { dashboard as en } from "@/messages/en/staff/dashboard";
import { plural } from "@/messages/plural";

export const dashboard: typeof en = {
  dashboard: "Panel",
  orders: "Órdenes",
  confirmCookAndHandOver: "Confirmar, cocinar y entregar",
  menu: "Menú",
  menuItemsPricesSoldOut: "Platillos, precios, agotados",
  customers: "Clientes",
  whoOrdersAndHowOften: "Quién ordena y qué tan seguido",
  analytics: "Estadísticas",
  whatSellsAndWhen: "Qué se vende y cuándo",
  available: "Disponible",
  unavailable: "No disponible",
  edit: ({ name }: { name: string }) => `Editar ${name}`,
  edit2: "Editar",
  menuItems: "Platillos",
  viewAllItems: "Ver todos los platillos",
  failedToLoadMenuItems: "No se pudieron cargar los platillos",
  noMenuItemsYet: "Todavía no hay platillos",
  addFirstMenuItemAnd: "Agrega el primer platillo y los clientes podrán ordenarlo de inmediato.",
  addFirstMenuItem: "Agregar el primer platillo",
  loadingMenuItems: "Cargando platillos...",
  noFoodTruckAssociatedWith: "Tu cuenta no tiene food truck",
  pleaseContactAdministratorAsSoon:
    "Comunícate con un administrador. En cuanto tengas un food truck, aquí estarán sus órdenes y su menú.",
  nothingOpenRightNow: "No hay nada abierto por ahora",
  waitingToBeConfirmed: ({ waiting }: { waiting: number }) => `, ${waiting} por confirmar`,
  open: ({ count, waitingText }: { count: number; waitingText: string }) =>
    `${plural(count, { one: "abierta", other: "abiertas" })}${waitingText}`,
  disputesNeedAnswer: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 pago en disputa necesita respuesta.",
      other: `${count} pagos en disputa necesitan respuesta.`,
    }),
  disputesNeedAnswerBy: ({ count, day }: { count: number; day: string }) =>
    plural(count, {
      one: `1 pago en disputa necesita respuesta a más tardar el ${day}.`,
      other: `${count} pagos en disputa necesitan respuesta, el primero a más tardar el ${day}.`,
    }),
  seeDisputes: "Ver las disputas",
  paymentsAreHeld: ({ count }: { count: number }) =>
    plural(count, {
      one: "Hay 1 pago con tarjeta retenido: un cliente pagó y no tiene orden.",
      other: `Hay ${count} pagos con tarjeta retenidos: los clientes pagaron y no tienen orden.`,
    }),
  seeHeldPayments: "Ver los pagos retenidos",
  allTrucks: "Todos los food trucks",
  manageTrucks: "Administrar food trucks",
  manageStaff: "Administrar personal",
  inactive: "Inactivo",
  customersCannotSeeThisTruck: "Los clientes no ven este food truck.",
  open2: "Abierto",
  takingOrders: "Tomando órdenes.",
  noStopTakesOrders: "Ninguna parada toma órdenes por ahora.",
  noOrdersUntil: ({ until }: { until: string }) => `Sin órdenes hasta ${until}`,
  noOrders: "Sin órdenes",
  paused: "En pausa",
  welcome: ({ name }: { name: string }) => `Te damos la bienvenida, ${name}`,
};
