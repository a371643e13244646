import type * as en from "@/messages/en/menu";
import { plural } from "@/messages/language";

export const menu: typeof en.menu = {
  menu: {
    noTruck: "Tu cuenta no tiene food truck. Comunícate con un administrador.",
    dev: {
      title: "Herramientas de desarrollo",
      testApi: "Probar la API",
      freshLogin: "Iniciar sesión desde cero",
      reload: "Recargar",
      answered: ({ ms, items }) => `La API respondió en ${ms} ms: ${items} platillos`,
      failed: ({ errorMessage }) => `La prueba de la API falló: ${errorMessage}`,
    },
    sort: {
      up: ({ name }) => `Subir ${name}`,
      down: ({ name }) => `Bajar ${name}`,
      conflict:
        "El menú cambió mientras tanto, así que se cargó de nuevo. Revisa el orden y mueve el platillo otra vez.",
      moved: ({ name, place, count }) => `${name} ahora es el número ${place} de ${count}.`,
      failed: ({ errorMessage }) => `No se pudo guardar el orden: ${errorMessage}`,
      hint: "Arrastra un platillo a su lugar o usa las flechas (teclas Inicio y Fin: arriba y abajo del todo). Cada movimiento se guarda al momento; los clientes ven este orden en cada sección.",
      label: "Platillos en orden",
      start: "Reordenar el menú",
    },
    deleted: ({ name }) => `${name} ya no está en el menú`,
    deleting: "Borrando...",
    table: {
      categoryAndSection: "Categoría y sección",
      truck: "Food truck",
    },
    availability: {
      markUnavailable: "Marcar no disponible",
      markAvailable: "Marcar disponible",
      markAvailableFailed: ({ name, errorMessage }) =>
        `No se pudo marcar ${name} como disponible: ${errorMessage}`,
      markUnavailableFailed: ({ name, errorMessage }) =>
        `No se pudo marcar ${name} como no disponible: ${errorMessage}`,
    },
    duplicate: {
      action: "Duplicar",
      named: ({ name }) => `Duplicar ${name}`,
      edit: "Editarlo",
      failed: ({ name, errorMessage }) => `No se pudo duplicar ${name}: ${errorMessage}`,
    },
    search: {
      noMatch: ({ search }) => `Ningún platillo coincide con “${search}”`,
      clear: "Borrar la búsqueda",
      all: ({ count }) => plural(count, { one: "1 platillo", other: `${count} platillos` }),
      found: ({ found, all }) =>
        plural(all, { one: `${found} de 1 platillo`, other: `${found} de ${all} platillos` }),
      label: "Buscar en el menú",
    },
    import: {
      open: "Importar menú",
    },
    emptyHint: "Agrega los platillos uno por uno, o todos a la vez desde una hoja de cálculo.",
    optionSets: "Conjuntos de opciones",
    toDashboard: "Volver al panel",
    add: "Agregar platillo",
    countsAs: ({ count }) => `Cuenta como ${count}`,
  },
  menuShared: {
    accessRestricted: "Acceso restringido",
    menuItemNotDeleted: "No se pudo borrar el platillo",
    deleteMenuItemHint: "¿Seguro que quieres borrar este platillo? No se puede deshacer.",
    isOnMenu: ({ name }) => `${name} está en el menú`,
    nothing: "nada",
  },
  menuEditor: {
    checks: {
      freeOverMost: "No puede haber más gratis que las que se pueden elegir.",
      wholeNumber: "Escribe un número entero",
      most: ({ limit }) => `Máximo ${limit}`,
      priceInvalid: "Escribe dólares y centavos, de 0 a 9999.99, como 8.50",
      priceRequired: "Escribe un precio",
      extraInvalid: "Escribe de 0 a 1000 dólares, como 1.50",
      optionNameRequired: "Di qué se puede elegir",
      groupNameRequired: "Di qué se elige aquí, como Tamaño",
      least: "Al menos 1",
      optionRequired: "Agrega al menos una opción",
      mostOptions: ({ limit }) => `Máximo ${limit} opciones`,
      leastOverMost: "El mínimo es mayor que el máximo",
      tooFewOptions: ({ count }) =>
        plural(count, { one: "Hay una opción", other: `Hay ${count} opciones` }),
      nameRequired: "Escribe el nombre del platillo",
      unitsInvalid: ({ least, most }) => `Escribe un número entero de ${least} a ${most}`,
      mostGroups: ({ limit }) => `Máximo ${limit} grupos`,
    },
    prepUnitsHint:
      "Cuánto de la cocina ocupa una pieza cuando el turno tiene límite: 1 para casi todo, 2 para el doble de trabajo, 0 para lo que solo se entrega, como las bebidas.",
    rule: {
      free: ({ count }) =>
        plural(count, {
          one: "La más barata es gratis.",
          other: `Las ${count} más baratas son gratis.`,
        }),
      optional: ({ most }) =>
        plural(most, {
          one: "Opcional: el cliente puede elegir una.",
          other: `Opcional: el cliente puede elegir hasta ${most}.`,
        }),
      exactly: ({ count }) =>
        plural(count, {
          one: "Obligatorio: el cliente elige exactamente una.",
          other: `Obligatorio: el cliente elige exactamente ${count}.`,
        }),
      between: ({ least, most }) => `Obligatorio: el cliente elige de ${least} a ${most}.`,
    },
    rows: {
      moved: ({ title, place, count }) => `${title} ahora es el número ${place} de ${count}`,
      removed: ({ title }) => `Se quitó ${title}`,
    },
    option: {
      placeholder: ({ place }) => `Opción ${place}`,
      extra: "Cargo extra",
      inStock: "Hay existencia",
      upTo: "Cuántas veces",
      unnamed: "Opción nueva",
      up: ({ title }) => `Subir la opción ${title}`,
      down: ({ title }) => `Bajar la opción ${title}`,
      remove: ({ title }) => `Quitar la opción ${title}`,
    },
    group: {
      title: ({ title }) => `Grupo de opciones ${title}`,
      label: "Grupo",
      placeholder: "Tamaño, salsa, extras…",
      unnamed: "Grupo nuevo",
      up: ({ title }) => `Subir el grupo ${title}`,
      down: ({ title }) => `Bajar el grupo ${title}`,
      remove: ({ title }) => `Quitar el grupo ${title}`,
      least: "Mínimo",
      most: "Máximo",
      free: "Gratis",
      tooMuchSoldOut:
        "Hay demasiado agotado: nadie puede ordenar el platillo hasta que regresen más opciones.",
      optionsOf: ({ title }) => `Opciones de ${title}`,
      addOption: "Agregar opción",
      addOptionTo: ({ title }) => `Agregar opción a ${title}`,
    },
    groups: {
      lead: "Lo que el cliente elige de este platillo: tamaño, salsa, extras. Cada elección es un grupo.",
      add: "Agregar grupo de opciones",
    },
    delete: {
      hint: "Desaparece del menú para siempre; las órdenes que lo tienen quedan igual. Para quitarlo por un día, márcalo como no disponible.",
      action: "Borrar platillo",
      title: ({ name }) => `¿Borrar ${name}?`,
    },
    conflict: {
      title: "Otra persona cambió este platillo mientras editabas",
      group: ({ name, least, most, options }) => `${name} (${least} a ${most}): ${options}`,
      soldOutOption: ({ option }) => `${option} (agotada)`,
    },
    food: {
      title: "Dietas y alérgenos",
      lead: "Lo que vale sin opciones. Declara solo lo que sabes: “sin declarar” se muestra así, y nunca como “no contiene”.",
      containsNone: "No contiene",
      containsThese: "Contiene…",
      noDiet: "Para ninguna",
      theseDiets: "Para…",
      chooseSome: "Elige por lo menos uno, o una de las otras dos respuestas",
      read: ({ said }) => `Los clientes leen: ${said}`,
      optionAdds: ({ said }) => `Alérgenos que agrega: ${said}`,
      optionNotFor: ({ said }) => `No es: ${said}`,
      addsLabel: ({ title }) => `Alérgenos que agrega ${title}`,
      addsNone: "No agrega",
      addsThese: "Agrega…",
      nothingAdded: "ninguno de los nueve",
      notForLabel: ({ title }) => `Con ${title} ya no es`,
      notForHint:
        "Como tocino en un tazón vegano. La leche, el huevo, el pescado, los mariscos y el trigo terminan por sí mismos las dietas que contradicen.",
      silentOptions: ({ count }) =>
        plural(count, {
          one: "Una opción no dice nada de alérgenos. Una orden con ella se muestra sin declarar para ella.",
          other: `${count} opciones no dicen nada de alérgenos. Una orden con una de ellas se muestra sin declarar para ella.`,
        }),
      silentAddNone: "No agregan ninguno de los nueve",
    },
    saleTimes: {
      label: "Horarios de comida",
      always: "Horarios de comida: se vende siempre",
      hint: "Los clientes leen estos horarios y lo piden para recogerlo dentro de ellos. Son los del reloj del food truck; en el mostrador se vende a cualquier hora.",
      days: "Días",
      from: "Desde",
      to: "Hasta",
      add: "Agregar un horario",
      forSection: ({ section }) => `Usar estos horarios para todo en “${section}”`,
      remove: ({ times }) => `Quitar: ${times}`,
      invalid: "Elige al menos un día y las dos horas en cada horario",
    },
    translations: {
      label: "En otro idioma",
      lead: "Los clientes que leen ese idioma ven estas palabras; lo que dejes vacío queda como lo escribiste arriba. La pantalla de la cocina conserva tus propias palabras.",
      inLanguage: {
        en: "Lo que leen los clientes en inglés",
        es: "Lo que leen los clientes en español",
      },
      field: {
        en: ({ field }) => `${field} (inglés)`,
        es: ({ field }) => `${field} (español)`,
      },
      ofOptions: "Grupos de opciones y opciones",
    },
    preview: {
      name: "Tu platillo",
      tryOptions: "Probar las opciones",
    },
    sections: {
      item: "El platillo",
      place: "Lugar en el menú",
      placeHint: "Los platillos de una sección van juntos.",
    },
    priceHint: "Sin extras ni impuesto.",
    availableHint: "Si está apagado, los clientes lo ven agotado.",
    descriptionHint: "Qué lleva y cómo se prepara. Hasta 500 caracteres.",
    imageHint: "JPEG, PNG, WebP o HEIC de hasta 10 MB.",
    imageAddressHint: "Para una imagen que ya está en la web. Empieza con https://",
    more: "Más: impuesto, unidades de preparación, dirección de la imagen",
    taxClassHint:
      "La tasa la tiene cada lugar del food truck. Pregunta en tu oficina de impuestos qué platillos llevan cuál.",
    categoryHint: "Como Platos fuertes o Bebidas.",
    sectionHint: "El título en el menú, como Tacos.",
    titleNew: "Platillo nuevo",
    titleEdit: "Editar platillo",
    loading: "Cargando el platillo...",
    otherTruck: "Este platillo es de otro food truck.",
    notFound: "No se encontró el platillo",
    notFoundHint: "Puede que se haya borrado. El menú muestra lo que hay.",
    failed: "No se pudo cargar el platillo",
    deleted: "Se borró el platillo",
  },
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
    unused: "Ningún platillo",
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
