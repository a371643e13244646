import type { ui as en } from "@/messages/en/ui";

/** Trucks write their tags in English; a tag that is not here stays as it is. */
const CUISINES: Record<string, string> = {
  american: "Americana",
  barbecue: "Parrilla",
  burgers: "Hamburguesas",
  chinese: "China",
  "comfort food": "Comida casera",
  desserts: "Postres",
  "fried chicken": "Pollo frito",
  "ice cream": "Helados",
  indian: "India",
  italian: "Italiana",
  korean: "Coreana",
  mexican: "Mexicana",
  "middle eastern": "Medio Oriente",
  "new england": "Nueva Inglaterra",
  noodles: "Fideos",
  sandwiches: "Sándwiches",
  seafood: "Mariscos",
  southern: "Sureña",
  "vegetarian friendly": "Opciones vegetarianas",
};

export const ui: typeof en = {
  browser: {
    chuckwagon: ({ title }: { title: string }) => `${title} · Chuckwagon`,
  },
  feedback: {
    tryAgain: "Intentar de nuevo",
    notifications: "Avisos",
    dismissNotification: "Cerrar el aviso",
  },
  search: {
    clearTheSearch: "Borrar la búsqueda",
  },
  layout: {
    thisPageDidNotLoad: "Esta página no cargó",
    yourCartIsSafe: "Tu carrito está a salvo.",
    loadPageAgainToGo: ({ reassurance }: { reassurance: string }) =>
      `${reassurance} Vuelve a cargar la página para seguir.`,
    loadPageAgain: "Vuelve a cargar la página para seguir.",
    reloadThePage: "Volver a cargar la página",
    somethingWentWrong: "Algo salió mal",
    loadPageAgainToGoOn:
      "Vuelve a cargar la página para seguir. Tu carrito está a salvo y el personal sigue con su sesión abierta.",
    loading: "Cargando...",
    switchToNightColors: "Cambiar a colores de noche",
    switchToDayColors: "Cambiar a colores de día",
  },
  trucks: {
    cuisine: "Tipo de comida",
    cuisineName: (tag: string) => CUISINES[tag.toLowerCase()] ?? tag,
  },
};
