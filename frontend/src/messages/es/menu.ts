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
      label: "Buscar nombre, categoría, sección",
    },
    import: {
      open: "Importar CSV",
    },
    emptyHint: "Agrega los platillos uno por uno, o todos a la vez desde una hoja de cálculo.",
    optionSets: "Conjuntos de opciones",
    toDashboard: "Volver al panel",
    add: "Agregar platillo",
    countsAs: ({ count }) => `Cuenta como ${count}`,
  },
  menuEditor: {
    checks: {
      wholeNumber: "Escribe un número entero",
      most: ({ limit }) => `Máximo ${limit}`,
      priceInvalid: "Escribe dólares y centavos, de 0 a 999.99, como 8.50",
      priceRequired: "Escribe un precio",
      extraInvalid: "Escribe de 0 a 100 dólares, como 1.50",
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
  menuImport: {
    file: {
      lead: "Empieza con una exportación del menú: cámbiala en cualquier hoja de cálculo, guárdala como CSV y tráela de vuelta. Las filas que conservan su id cambian ese platillo; las que no tienen id se agregan. Una lista propia necesita las columnas “name” y “price”. Los platillos que no están en el archivo quedan igual.",
      unitsHint:
        "La columna “units” tiene las unidades de preparación de un platillo, de 0 a 20. Una celda vacía las deja como están. La columna “tax” tiene standard, reduced o exempt.",
      choose: "Elige un archivo CSV",
      orDrop: "o arrástralo aquí",
      nothingYet: "No se escribe nada hasta que hayas visto qué cambiaría.",
      unreadable: ({ name }) => `No se pudo leer ${name}.`,
      checking: ({ name }) => `Revisando ${name}...`,
      failed: "No se pudo importar el archivo",
      chooseAnother: "Elegir otro archivo",
    },
    counts: {
      unchanged: ({ unchanged }) =>
        plural(unchanged, { one: "1 queda igual", other: `${unchanged} quedan igual` }),
      added: ({ added }) => plural(added, { one: "1 agregado", other: `${added} agregados` }),
      changed: ({ changed }) =>
        plural(changed, { one: "1 cambiado", other: `${changed} cambiados` }),
    },
    table: {
      row: "Fila",
      rowNumber: ({ row }) => `Fila ${row}`,
      column: "Columna",
      problem: "Problema",
    },
    result: {
      label: "Lo que hace el archivo",
      rows: ({ rows }) => plural(rows, { one: "1 fila leída", other: `${rows} filas leídas` }),
    },
    problems: {
      count: ({ count }) =>
        plural(count, { one: "1 problema por corregir", other: `${count} problemas por corregir` }),
      hint: "No se escribió nada. Corrige el archivo y elígelo otra vez.",
      label: "Problemas en el archivo",
      atGroup: ({ group, problem }) => `Grupo ${group}: ${problem}`,
      atOption: ({ group, option, problem }) => `Grupo ${group}, opción ${option}: ${problem}`,
    },
    nothing: {
      title: "Nada que importar",
      hint: "El menú ya está como dice el archivo.",
    },
    ready: {
      title: "Listo para importar",
      hint: ({ counts }) => `${counts}. Revisa la lista y luego confirma.`,
      added: "Platillos nuevos",
      changed: "Platillos cambiados",
    },
    conflict: "El menú cambió mientras tanto. Revisa la lista otra vez antes de importar.",
    failed: ({ errorMessage }) => `La importación falló: ${errorMessage}`,
    done: ({ counts }) => `Menú importado: ${counts}`,
    title: "Importar menú",
    notes: {
      title: "Lo que se dejó fuera o se leyó de otra forma",
      ofRow: ({ row, note }) => `Fila ${row}: ${note}`,
    },
    twins: {
      title: ({ count }) =>
        plural(count, {
          one: "1 fila tiene un nombre que ya está",
          other: `${count} filas tienen un nombre que ya está`,
        }),
      hint: "Di en cada una si cambia ese platillo o agrega otro. Después puedes confirmar.",
      onMenu: ({ name }) => `“${name}” ya está en el menú`,
      inRow: ({ name, row }) => `“${name}” ya está en la fila ${row}`,
      change: "Cambiar ese",
      add: "Agregar otro",
      changeAll: "Cambiar todos",
      addAll: "Agregar todos",
      changes: "Si se cambia:",
      additions: "Si se agrega:",
      noChange: "No cambiaría nada.",
    },
    item: {
      price: ({ price }) => `Precio: ${price}`,
      category: ({ category }) => `Categoría: ${category}`,
      section: ({ section }) => `Sección: ${section}`,
      description: ({ description }) => `Descripción: ${description}`,
      units: ({ units }) => `Unidades de preparación: ${units}`,
      tax: ({ tax }) => `Impuesto: ${tax}`,
      position: ({ position }) => `Posición: ${position}`,
      withImage: "Con imagen",
      withoutImage: "Sin imagen",
      noOptions: "Sin opciones",
      groupExactly: ({ name, count, options }) => `${name}, elige ${count}: ${options}`,
      groupUpTo: ({ name, most, options }) => `${name}, elige hasta ${most}: ${options}`,
      groupBetween: ({ name, least, most, options }) =>
        `${name}, elige de ${least} a ${most}: ${options}`,
      soldOutOption: ({ option }) => `${option} (agotado)`,
    },
    change: {
      name: ({ before, after }) => `Nombre: ${before} → ${after}`,
      description: ({ before, after }) => `Descripción: ${before} → ${after}`,
      category: ({ before, after }) => `Categoría: ${before} → ${after}`,
      section: ({ before, after }) => `Sección: ${before} → ${after}`,
      price: ({ before, after }) => `Precio: ${before} → ${after}`,
      position: ({ before, after }) => `Posición: ${before} → ${after}`,
      units: ({ before, after }) => `Unidades de preparación: ${before} → ${after}`,
      tax: ({ before, after }) => `Impuesto: ${before} → ${after}`,
      imageAdded: "Se agrega una imagen",
      imageRemoved: "Se quita la imagen",
      imageReplaced: "Otra imagen",
      available: "Ahora a la venta",
      soldOut: "Ahora agotado",
      optionsAdded: ({ group }) => `Opciones nuevas: ${group}`,
      optionsRemoved: ({ group }) => `Opciones que se quitan: ${group}`,
      options: ({ before, after }) => `Opciones: ${before} → ${after}`,
      optionsReordered: "Las opciones en otro orden",
    },
    confirm: {
      running: "Importando...",
      submit: "Confirmar importación",
    },
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
