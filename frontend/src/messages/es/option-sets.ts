import type * as en from "@/messages/en/option-sets";
import { plural } from "@/messages/language";

export const optionSets: typeof en.optionSets = {
  optionSets: {
    title: "Conjuntos de opciones",
    lead: "Opciones que comparten varios platillos. Cambia un precio aquí una vez, y cambia en todos.",
    loading: "Cargando los conjuntos de opciones...",
    failed: "No se pudieron cargar los conjuntos de opciones",
    empty: "Todavía no hay conjuntos de opciones",
    shareHint:
      "Agrega un conjunto aquí, o abre un platillo y toca “Compartir como conjunto” en uno de sus grupos de opciones.",
    set: "Conjunto de opciones",
    add: "Agregar conjunto",
    items: "Lo usan",
    usedBy: ({ count }) =>
      plural(count, { one: "Lo usa 1 platillo", other: `Lo usan ${count} platillos` }),
    changes: ({ items }) =>
      `Al guardar cambia en: ${items}. Las órdenes que ya tienes quedan igual.`,
    saved: ({ name, count }) =>
      plural(count, {
        one: `${name} se guardó para 1 platillo`,
        other: `${name} se guardó para ${count} platillos`,
      }),
    conflict: "Otra persona cambió este conjunto de opciones mientras editabas",
    deleteQuestion: ({ name }) => `¿Borrar el conjunto ${name}?`,
    deleteHint: "Ningún platillo lo usa. El menú queda igual.",
    deleted: ({ name }) => `Se borró el conjunto ${name}`,
    inUse: ({ name }) => `${name} todavía se usa`,
    inUseHint:
      "Para borrarlo, abre primero cada uno de estos platillos. Ahí puedes quitar las opciones, o conservarlas con “Dejar de compartir”.",
    use: "Usar un conjunto…",
    useTitle: "Usar un conjunto de opciones",
    useOne: "Usar",
    noOther: "No hay otro conjunto de opciones",
    copy: "Copiar de…",
    copyTitle: "Copiar de otro platillo",
    copyLead: "La copia es solo de este platillo. Puedes cambiarla como quieras.",
    copyOne: "Copiar",
    search: "Buscar platillo o grupo",
    noneFound: "Ningún grupo de opciones coincide.",
    nothingToCopy: "Ningún otro platillo tiene opciones",
    ofItem: ({ item }) => `De ${item}`,
    sharedUncounted: "Un conjunto de opciones.",
    shared: ({ count }) =>
      plural(count, {
        one: "Un conjunto de opciones que usa 1 platillo.",
        other: `Un conjunto de opciones que usan ${count} platillos.`,
      }),
    editSet: "Editar el conjunto",
    detach: "Dejar de compartir",
    share: "Compartir como conjunto",
    shareNamed: ({ title }) => `Compartir como conjunto: ${title}`,
    sharedNow: ({ name }) =>
      `${name} ya es un conjunto de opciones. Guarda este platillo para usarlo aquí.`,
  },
};
