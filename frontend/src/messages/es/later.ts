import type * as en from "@/messages/en/later";
import { ended } from "@/messages/language";

const ABOUT = "Ordena de tus food trucks favoritos y recoge comida caliente sin hacer fila.";

export const map: typeof en.map = {
  map: {
    label: "Mapa de los food trucks",
    listHeading: "Food trucks en el mapa",
    listLabel: "Food trucks",
    loading: "Cargando el mapa...",
    unavailable: "Aquí no se puede mostrar el mapa. La lista tiene todos los food trucks.",
    noPlaces: "Ningún food truck tiene un lugar en el mapa por ahora.",
    showTruck: ({ name }) => `Mostrar ${name} en el mapa`,
    here: "Estás aquí",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    about: "Acerca del mapa",
    hints: {
      controlScroll: "Usa Ctrl y la rueda para acercar el mapa",
      commandScroll: "Usa ⌘ y la rueda para acercar el mapa",
      twoFingers: "Usa dos dedos para mover el mapa",
    },
  },
};

export const offline: typeof en.offline = {
  offline: {
    notLive: "No está al día: estás sin conexión",
    retrying: "Se intenta de nuevo automáticamente. Una orden que ya hiciste no se ve afectada.",
    trying: "Intentando…",
    stillOffline: "Sigue sin conexión. Se intenta de nuevo automáticamente.",
    title: "Estás sin conexión",
    hint: "Este dispositivo no puede conectarse con Chuckwagon. La página se abre en cuanto regrese la conexión.",
    savedMenus: "Menús que has visto",
    menuSeen: ({ time }) =>
      `${ended(`Menú visto por última vez el ${time}`)} Los precios y lo agotado pueden haber cambiado.`,
  },
};

export const head: typeof en.head = {
  head: {
    description: ABOUT,
    truckDescription: ({ name }) => `Ordena de ${name}. ${ABOUT}`,
    shareTitle: "Chuckwagon: ordena con anticipación en food trucks",
  },
};
