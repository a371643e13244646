import type * as en from "@/messages/en/home";
import { plural, withArticle } from "@/messages/language";

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

export const shared: typeof en.shared = {
  common: {
    tryAgain: "Intentar de nuevo",
    clearSearch: "Borrar la búsqueda",
    myOrders: "Mis órdenes",
    open: "Abierto",
    paused: "En pausa",
    closed: "Cerrado",
    loading: "Cargando...",
    cuisine: "Tipo de comida",
    close: "Cerrar",
    appName: "Chuckwagon",
    today: "Hoy",
    allTrucks: "Todos los food trucks",
    skipToContent: "Saltar al contenido",
    loadingFoodTrucks: "Cargando food trucks...",
  },
  failures: {
    noConnection: "No se pudo conectar con el servidor. Revisa si el servidor está funcionando.",
    invalidResponse: ({ status }) => `Respuesta no válida del servidor (${status})`,
    status: ({ status }) => `HTTP ${status}`,
    statusAndCode: ({ status, code }) => `HTTP ${status} ${code}`,
    timeout: "Se acabó el tiempo.",
  },
  opening: {
    openUntil: ({ time }) => `Abierto hasta ${withArticle(time)}`,
    opens: ({ when }) => `Abre ${when}`,
    readyIn: ({ minutes }) => `Listo en unos ${minutes} min`,
    minutesLate: ({ minutes }) => `${minutes} min tarde`,
    timeToday: ({ time }) => `a ${withArticle(time)}`,
    timeOnDay: ({ day, time }) => `el ${day} a ${withArticle(time)}`,
    pausedUntil: {
      today: ({ time }) => `En pausa hasta ${withArticle(time)}`,
      tomorrow: ({ time }) => `En pausa hasta mañana a ${withArticle(time)}`,
      other: ({ day, time }) => `En pausa hasta el ${day} a ${withArticle(time)}`,
    },
    onBreak: "En descanso",
    notOrderable: "Nada que pedir ahora",
  },
  app: {
    title: ({ title }) => `${title} · Chuckwagon`,
    toasts: {
      label: "Avisos",
      dismiss: "Cerrar el aviso",
    },
    crash: {
      title: "Esta página no cargó",
      cartSafe: "Tu carrito está a salvo.",
      hint: ({ reassurance }) => `${reassurance} Vuelve a cargar la página para seguir.`,
      reloadHint: "Vuelve a cargar la página para seguir.",
      reload: "Volver a cargar la página",
      somethingWrong: "Algo salió mal",
      everythingSafe:
        "Vuelve a cargar la página para seguir. Tu carrito está a salvo y el personal sigue con su sesión abierta.",
    },
    toNight: "Cambiar a colores de noche",
    toDay: "Cambiar a colores de día",
    cuisineName: (tag) => CUISINES[tag.toLowerCase()] ?? tag,
  },
};

export const home: typeof en.home = {
  home: {
    failed: "No se pudieron cargar los food trucks",
    empty: "No hay food trucks disponibles por el momento.",
    title: "Ordena de tus food trucks favoritos",
    lead: "Comida fresca, cerca de donde estás",
    hint: "Ordena antes y recoge tu comida caliente en el food truck.",
    listHeading: "Food trucks disponibles",
    search: "Food truck, comida o lugar",
    filters: "Filtros",
    openNow: "Abierto ahora",
    diets: {
      vegan: "Vegano",
      vegetarian: "Vegetariano",
      gluten_free: "Sin gluten",
      halal: "Halal",
      kosher: "Kosher",
    },
    near: {
      label: "Cerca de mí",
      finding: "Buscando tu ubicación...",
      refused:
        "Tu navegador no comparte tu ubicación. Permítela en la configuración del navegador y vuelve a tocar Cerca de mí.",
      unavailable: "No se pudo encontrar tu ubicación. Vuelve a intentarlo.",
    },
    found: ({ count }) => `${count} food ${plural(count, { one: "truck", other: "trucks" })}`,
    serves: ({ name }) => `En el menú: ${name}`,
    noMatch: "Ningún food truck coincide.",
    showAll: "Ver todos los food trucks",
    map: {
      show: "Mapa",
      hide: "Ocultar mapa",
      failed: "No se pudo cargar el mapa. Todos los food trucks están en la lista.",
    },
  },
  site: {
    offline: "Parece que no tienes conexión. Lo que ves puede haber cambiado.",
  },
};
