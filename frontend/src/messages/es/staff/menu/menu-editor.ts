import type { menuEditor as en } from "@/messages/en/staff/menu/menu-editor";
import { plural } from "@/messages/plural";

export const menuEditor: typeof en = {
  deleteAction: "Borrar",
  enterAWholeNumber: "Escribe un número entero",
  atMost: ({ optionLimit }: { optionLimit: number }) => `Máximo ${optionLimit}`,
  enterDollarsAndCentsFrom: "Escribe dólares y centavos, de 0 a 999.99, como 8.50",
  enterAPrice: "Escribe un precio",
  enter0To100Dollars: "Escribe de 0 a 100 dólares, como 1.50",
  sayWhatCanBeChosen: "Di qué se puede elegir",
  sayWhatIsChosenHere: "Di qué se elige aquí, como Tamaño",
  atLeast1: "Al menos 1",
  addAtLeastOneOption: "Agrega al menos una opción",
  atMostOptions: ({ optionLimit }: { optionLimit: number }) => `Máximo ${optionLimit} opciones`,
  leastIsMoreThanMost: "El mínimo es mayor que el máximo",
  thereIsOneOptionThere: ({ count }: { count: number }) =>
    plural(count, { one: "Hay una opción", other: `Hay ${count} opciones` }),
  enterNameOfMenuItem: "Escribe el nombre del platillo",
  prepUnits: "Unidades de preparación",
  workOfOnePiece:
    "Cuánto de la cocina ocupa una pieza cuando el turno tiene límite: 1 para casi todo, 2 para el doble de trabajo, 0 para lo que solo se entrega, como las bebidas.",
  unitsBetween: ({ least, most }: { least: number; most: number }) =>
    `Escribe un número entero de ${least} a ${most}`,
  atMostGroups: ({ groupLimit }: { groupLimit: number }) => `Máximo ${groupLimit} grupos`,
  optionalCustomerMayChooseOne: ({ maxSelect }: { maxSelect: number }) =>
    plural(maxSelect, {
      one: "Opcional: el cliente puede elegir una.",
      other: `Opcional: el cliente puede elegir hasta ${maxSelect}.`,
    }),
  one: "una",
  requiredACustomerChoosesExactly: ({ minSelectText }: { minSelectText: string | number }) =>
    `Obligatorio: el cliente elige exactamente ${minSelectText}.`,
  requiredACustomerChoosesTo: ({
    minSelect,
    maxSelect,
  }: {
    minSelect: number;
    maxSelect: number;
  }) => `Obligatorio: el cliente elige de ${minSelect} a ${maxSelect}.`,
  new: ({ kind }: { kind: string }) => `Nuevo: ${kind}`,
  isNowNumberOf: ({ titleOf, to, count }: { titleOf: string; to: number; count: number }) =>
    `${titleOf} ahora es el número ${to} de ${count}`,
  moveUp: ({ what }: { what: string }) => `Subir ${what}`,
  moveDown: ({ what }: { what: string }) => `Bajar ${what}`,
  remove: ({ what }: { what: string }) => `Quitar ${what}`,
  removed: ({ title }: { title: string }) => `Se quitó ${title}`,
  undo: "Deshacer",
  option: ({ place }: { place: number }) => `Opción ${place}`,
  extraCharge: "Cargo extra",
  inStock: "Hay existencia",
  option2: ({ title }: { title: string }) => `opción ${title}`,
  optionGroup: ({ title }: { title: string }) => `Grupo de opciones ${title}`,
  group: "Grupo",
  sizeSalsaExtras: "Tamaño, salsa, extras…",
  group2: ({ title }: { title: string }) => `grupo ${title}`,
  atLeast: "Mínimo",
  atMost2: "Máximo",
  tooMuchOfThisIs:
    "Hay demasiado agotado: nadie puede ordenar el platillo hasta que regresen más opciones.",
  optionsOf: ({ title }: { title: string }) => `Opciones de ${title}`,
  addOption: "Agregar opción",
  to: ({ title }: { title: string }) => `a ${title}`,
  options: "Opciones",
  whatCustomerChoosesAboutThis:
    "Lo que el cliente elige de este platillo: tamaño, salsa, extras. Cada elección es un grupo.",
  addOptionGroup: "Agregar grupo de opciones",
  failedToDeleteMenuItem: "No se pudo borrar el platillo",
  itDisappearsFromMenuFor:
    "Desaparece del menú para siempre; las órdenes que lo tienen quedan igual. Para quitarlo por un día, márcalo como no disponible.",
  deleteMenuItem: "Borrar platillo",
  delete: ({ name }: { name: string }) => `¿Borrar ${name}?`,
  areYouSureYouWant: "¿Seguro que quieres borrar este platillo? No se puede deshacer.",
  description: "Descripción",
  category: "Categoría",
  section: "Sección",
  price: "Precio",
  image: "Imagen",
  available: "Disponible",
  soldOut: "Agotado",
  none: "Ninguno",
  anImage: "Una imagen",
  to2: ({
    name,
    minSelect,
    maxSelect,
    map,
  }: {
    name: string;
    minSelect: number;
    maxSelect: number;
    map: string;
  }) => `${name} (${minSelect} a ${maxSelect}): ${map}`,
  soldOut2: " (agotado)",
  yourMenuItem: "Tu platillo",
  theMenuItem: "El platillo",
  name: "Nombre",
  beforeExtrasAndTax: "Sin extras ni impuesto.",
  offCustomersSeeItAs: "Si está apagado, los clientes lo ven agotado.",
  whatIsInItHow: "Qué lleva y cómo se prepara. Hasta 500 caracteres.",
  jpegPngWebpOrHeic:
    "JPEG, PNG, WebP o HEIC de hasta 10 MB, o una dirección que empiece con https://",
  whereItStands: "Dónde va",
  menuItemsOfOneSection: "Los platillos de una sección van juntos.",
  suchAsMainsOrDrinks: "Como Platos fuertes o Bebidas.",
  headingOnMenuSuchAs: "El título en el menú, como Tacos.",
  edit: ({ name }: { name: string }) => `Editar ${name}`,
  newMenuItem: "Platillo nuevo",
  thisMenuItem: "este platillo",
  tryTheOptions: "Probar las opciones",
  loadingTrucks: "Cargando food trucks...",
  editMenuItem: "Editar platillo",
  loadingTheMenuItem: "Cargando el platillo...",
  accessRestricted: "Acceso restringido",
  thisMenuItemBelongsTo: "Este platillo es de otro food truck.",
  menuItemNotFound: "No se encontró el platillo",
  itMayHaveBeenDeleted: "Puede que se haya borrado. El menú muestra lo que hay.",
  failedToLoadMenuItem: "No se pudo cargar el platillo",
  saved: ({ name }: { name: string }) => `Se guardó ${name}`,
  isOnTheMenu: ({ name }: { name: string }) => `${name} está en el menú`,
  menuItemDeleted: "Se borró el platillo",
};
