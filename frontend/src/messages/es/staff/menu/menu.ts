import type { menu as en } from "@/messages/en/staff/menu/menu";
import { plural } from "@/messages/plural";

export const menu: typeof en = {
  deleteAction: "Borrar",
  accessRestricted: "Acceso restringido",
  noFoodTruckAssociatedWith: "Tu cuenta no tiene food truck. Comunícate con un administrador.",
  developerTools: "Herramientas de desarrollo",
  testApi: "Probar la API",
  freshLogin: "Iniciar sesión desde cero",
  reload: "Recargar",
  apiAnsweredInMsMenu: ({ ms, items }: { ms: number; items: number }) =>
    `La API respondió en ${ms} ms: ${items} platillos`,
  apiTestFailed: ({ errorMessage }: { errorMessage: string }) =>
    `La prueba de la API falló: ${errorMessage}`,
  moveUp: ({ name }: { name: string }) => `Subir ${name}`,
  moveDown: ({ name }: { name: string }) => `Bajar ${name}`,
  menuWasChangedMeanwhileSo:
    "El menú cambió mientras tanto, así que se cargó de nuevo. Revisa el orden y mueve el platillo otra vez.",
  isNowNumberOf: ({
    name,
    place,
    count,
  }: {
    name: string | number;
    place: number;
    count: number;
  }) => `${name} ahora es el número ${place} de ${count}.`,
  failedToSaveTheOrder: ({ errorMessage }: { errorMessage: string }) =>
    `No se pudo guardar el orden: ${errorMessage}`,
  dragMenuItemToIts:
    "Arrastra un platillo a su lugar o usa las flechas (teclas Inicio y Fin: arriba y abajo del todo). Cada movimiento se guarda al momento; los clientes ven este orden en cada sección.",
  menuItemsInOrder: "Platillos en orden",
  loadingMenuItems: "Cargando platillos...",
  isOffTheMenu: ({ name }: { name: string }) => `${name} ya no está en el menú`,
  failedToDeleteMenuItem: "No se pudo borrar el platillo",
  delete: ({ name }: { name: string }) => `Borrar ${name}`,
  deleting: "Borrando...",
  areYouSureYouWant: "¿Seguro que quieres borrar este platillo? No se puede deshacer.",
  item: "Platillo",
  categorySection: "Categoría y sección",
  price: "Precio",
  foodTruck: "Food truck",
  status: "Estado",
  actions: "Acciones",
  none: "Ninguno",
  available: "Disponible",
  unavailable: "No disponible",
  soldOut: ({ untilLabel }: { untilLabel: string }) => `Agotado ${untilLabel}`,
  markUnavailable: "Marcar no disponible",
  markAvailable: "Marcar disponible",
  edit: ({ name }: { name: string }) => `Editar ${name}`,
  edit2: "Editar",
  duplicate: "Duplicar",
  duplicate2: ({ name }: { name: string }) => `Duplicar ${name}`,
  failedToMarkAvailable: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `No se pudo marcar ${name} como disponible: ${errorMessage}`,
  failedToMarkUnavailable: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `No se pudo marcar ${name} como no disponible: ${errorMessage}`,
  isOnTheMenu: ({ name }: { name: string }) => `${name} está en el menú`,
  editIt: "Editarlo",
  failedToDuplicate: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `No se pudo duplicar ${name}: ${errorMessage}`,
  noMenuItemsMatch: ({ settled }: { settled: string }) =>
    `Ningún platillo coincide con “${settled}”`,
  clearSearch: "Borrar la búsqueda",
  menuItems: "Platillos",
  menuItemMenuItems: ({ all }: { all: number }) =>
    plural(all, { one: "platillo", other: "platillos" }),
  of: ({ found, all, items }: { found: number; all: number; items: string }) =>
    `${found} de ${all} ${items}`,
  searchNameCategorySection: "Buscar nombre, categoría, sección",
  done: "Listo",
  changeOrder: "Cambiar el orden",
  exportCsv: "Exportar CSV",
  importCsv: "Importar CSV",
  failedToLoadMenuItems: "No se pudieron cargar los platillos",
  noMenuItemsYet: "Todavía no hay platillos",
  addMenuItemsOneBy:
    "Agrega los platillos uno por uno, o todos a la vez desde una hoja de cálculo.",
  addFirstMenuItem: "Agregar el primer platillo",
  menu: "Menú",
  backToDashboard: "Volver al panel",
  addMenuItem: "Agregar platillo",
  units: ({ prepUnits }: { prepUnits: number }) =>
    `${prepUnits} ${plural(prepUnits, { one: "unidad", other: "unidades" })}`,
};
