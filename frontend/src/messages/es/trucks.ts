import { formatDollars } from "@/domain/values/money";
import type * as en from "@/messages/en/trucks";
import { ended, isOneOClock, plural, withArticle } from "@/messages/language";

export const trucks: typeof en.trucks = {
  truckForm: {
    checks: {
      addressLine: "Llena este campo o deja vacía toda la dirección",
      state: "Usa las dos letras del estado, como TX",
      postalCode: "Usa un código postal como 78701",
      slug: "Usa minúsculas, dígitos y guiones, sin guion en los extremos",
      minutes: ({ least, most }) => `Escribe de ${least} a ${most} minutos`,
      percent: ({ most }) => `Escribe un porcentaje de 0 a ${most}`,
      nameRequired: "Escribe el nombre del food truck",
      mostTags: ({ limit }) => `Máximo ${limit} etiquetas`,
      timeZoneRequired: "Elige una zona horaria",
    },
    savedInPart: ({ errorMessage }) =>
      `El food truck se guardó, pero no cómo toma órdenes: ${errorMessage}`,
    look: {
      color: "Color",
      automatic: "Automático",
      cardImage: "Imagen de la tarjeta",
      cardImageHint: "En la página de inicio.",
      bannerHint: "En la página del food truck; si no hay, se usa la imagen de la tarjeta.",
      title: "Apariencia",
      lead: "Las imágenes son JPEG, PNG, WebP o HEIC de hasta 10 MB, o una dirección que empiece con https://",
      hue: ({ value }) => `Tono ${value}`,
    },
    slug: {
      taken: "Elige otra",
      label: "Dirección web",
      checking: "Revisando si está libre…",
      free: ({ address }) => `Libre: los clientes encontrarán el food truck en ${address}`,
      current: ({ address }) => `Los clientes encuentran el food truck en ${address}`,
      unchecked:
        "No pudimos revisar si está libre; se revisa otra vez cuando guardes el food truck.",
      changeHint:
        "Si la cambias, la dirección actual lleva para siempre a la nueva, y ningún otro food truck puede tomarla.",
      ownHint: "Minúsculas, dígitos y guiones. Déjala vacía para que siga al nombre.",
      madeHint: "Se hace a partir del nombre. Puedes escribir la tuya.",
    },
    tags: {
      full: ({ limit }) => `${limit} es lo máximo; quita una para agregar otra.`,
      hint: "Enter agrega una etiqueta. La tarjeta muestra las primeras tres.",
      placeholder: "Mexicana, vegana, barbacoa…",
      label: "Etiquetas de comida",
    },
    identity: {
      title: "El food truck",
      titleMore: "Lo que leen los clientes",
      activeHint: "Si está apagado, los clientes no ven el food truck ni llegan a su página.",
      shortHint: "Una línea para la tarjeta en la página de inicio. Hasta 200 caracteres.",
      descriptionHint: "Para la página del food truck. Hasta 2000 caracteres.",
    },
    money: {
      title: "Dueño y dinero",
      lead: "De esto, los clientes solo ven el impuesto.",
      newTaxHint: "Del lugar donde vende, de 0 a 20. Donde no hay impuesto sobre ventas, es 0.",
      taxHint: "Del subtotal, de 0 a 20.",
      fee: "Comisión de la plataforma",
      feeHint: "Lo que la plataforma se queda de cada pago con tarjeta, de 0 a 100.",
    },
    ordering: {
      title: "Órdenes",
      lead: "El personal del food truck también puede pausarlas desde sus pantallas.",
      confirmsOrders: "Confirmar las órdenes automáticamente",
      confirmsOrdersHint:
        "Cada orden nueva queda Confirmada al instante, sin presionar nada. Las que hay que revisar primero te siguen esperando.",
      selfService: "Los clientes pueden cambiar sus órdenes",
      selfServiceHint:
        "Eligen otra hora o cancelan con reembolso, hasta que la cocina empiece o diez minutos antes de recoger. Siempre pueden después de un cambio de plan, o si casi es la hora y nadie la ha confirmado.",
      accepting: "Toma órdenes",
      hours: "Horario",
      anyTime: "Siempre",
      byStops: "En las paradas de su agenda",
      hoursHint: "Las paradas se planean en la página Agenda.",
      acceptingHint: "Si está apagado, los clientes ven el menú y por qué no pueden ordenar.",
      reason: "Lo que leen los clientes mientras no toma órdenes",
      reasonHint: "Por ejemplo: regresamos a las 2 PM.",
      pausedHint: "En el reloj del food truck; las órdenes empiezan solas otra vez.",
      endPause: "Terminar la pausa",
      leadTime: "Tiempo de preparación en minutos",
      leadTimeHint: ({ least, most }) => `${least} a ${most}; no se ofrece recoger antes.`,
      signature: "Firma en los mensajes",
      signatureHint:
        "Los clientes la leen al final de cada mensaje, por ejemplo: ¿Preguntas? Busca a Ana en el mostrador.",
    },
    tax: {
      includedHint:
        "Los clientes pagan lo que muestra el menú, y el recibo dice cuánto es impuesto. Apagado: el impuesto se suma a los precios.",
    },
    tips: {
      hint: "Los clientes pueden dejar propina al pagar en línea y en el mostrador. Toda es para el food truck.",
      presetsHint:
        "Tres porcentajes del subtotal, de 1 a 100, separados por comas. Los clientes pueden elegir otra cantidad.",
      presetsInvalid: "Escribe tres porcentajes enteros distintos de 1 a 100, como 15, 18, 20.",
    },
    zones: {
      eastern: "Hora del este, Nueva York",
      central: "Hora del centro, Chicago",
      mountain: "Hora de la montaña, Denver",
      phoenix: "Hora de la montaña sin horario de verano, Phoenix",
      pacific: "Hora del Pacífico, Los Ángeles",
      alaska: "Hora de Alaska, Anchorage",
      hawaii: "Hora de Hawái, Honolulu",
      atlantic: "Hora del Atlántico, Puerto Rico",
    },
    contact: {
      title: "Ubicación y contacto",
      titleMore: "Contacto",
      state: "Estado",
      stateHint: "Como OR.",
      businessAddress: "Dirección del negocio",
      businessAddressHint: "Donde está registrado el negocio. Los clientes no la ven.",
      street: "Calle y número",
      postalCode: "Código postal",
      zoneHint: ({ time }) =>
        ended(
          `Las horas para recoger van con este reloj; ahí ${isOneOClock(time) ? "es" : "son"} ${withArticle(time)}`,
        ),
    },
    delete: {
      hint: "El food truck, su página y su menú desaparecen para siempre; sus órdenes se quedan y su dirección queda ocupada. Para sacarlo de la calle por un tiempo, márcalo como no activo.",
    },
    conflict: {
      title: "Otra persona cambió este food truck mientras editabas",
      noPause: "Sin pausa",
    },
    hues: {
      raspberry: "Frambuesa",
      tomato: "Jitomate",
      orange: "Naranja",
      mustard: "Mostaza",
      olive: "Aceituna",
      basil: "Albahaca",
      mint: "Menta",
      teal: "Turquesa",
      sky: "Cielo",
      blueberry: "Arándano",
      violet: "Violeta",
      beet: "Betabel",
    },
    preview: {
      name: "Tu food truck",
    },
    titleNew: "Food truck nuevo",
    draftLead:
      "Empieza como borrador que los clientes no ven. Después agregas su menú y sus paradas.",
    more: "Más: imágenes, contacto, órdenes, dueño",
    titleEdit: "Editar food truck",
    notFound: "No se encontró el food truck",
    notFoundHint: "Puede que se haya borrado. La lista muestra los food trucks que hay.",
    failed: "No se pudo cargar el food truck",
    added: ({ name }) => `Se agregó ${name}`,
  },
  ourTruck: {
    customers: "Lo que ven los clientes",
  },
  checklist: {
    title: "Lista de pasos",
    loading: "Cargando la lista de pasos...",
    failed: "No se pudo cargar la lista de pasos",
    editTruck: "Editar food truck",
    draftHint: "Borrador. Los clientes no lo ven hasta que se publique.",
    activeHint: "Los clientes ven este food truck.",
    inactiveHint: "No está activo. Los clientes no ven este food truck.",
    done: "Listo",
    required: "Necesario",
    recommended: "Recomendado",
    notYours: "La plataforma lo hace por ti.",
    points: {
      menu: {
        title: "Menú",
        open: "Todavía no hay nada a la venta. Con un platillo basta para empezar.",
        done: ({ count }) =>
          plural(count, { one: "1 platillo a la venta.", other: `${count} platillos a la venta.` }),
        action: "Abrir el menú",
      },
      tax: {
        title: "Tasa de impuesto",
        open: "Todavía sin confirmar. Donde no hay impuesto sobre ventas, es 0.",
        done: () => "Confirmada.",
        action: "Fijar la tasa",
      },
      schedule: {
        title: "Primera parada u horario",
        open: "Planea una parada o abre el food truck a cualquier hora.",
        done: ({ count }) =>
          count === 0
            ? "Abierto a cualquier hora."
            : plural(count, { one: "1 parada próxima.", other: `${count} paradas próximas.` }),
        action: "Abrir la agenda",
      },
      staff: {
        title: "Personal",
        open: "Todavía nadie puede iniciar sesión para este food truck.",
        done: ({ count }) => plural(count, { one: "1 persona.", other: `${count} personas.` }),
        action: "Agregar personal",
      },
      payments: {
        title: "Cuenta de pagos",
        open: "Mientras no tenga una, los pagos con tarjeta se quedan en la plataforma.",
        done: () => "Los pagos con tarjeta llegan al food truck.",
        action: "Crear la cuenta",
      },
    },
    missing: ({ points }) => `Para publicarlo falta: ${points}.`,
    complete: "Ya está todo lo necesario.",
    publish: "Publicar",
    seePage: "Ver su página",
    published: ({ name }) => `${name} está publicado. Los clientes ya lo ven.`,
    publishedByPlatform: "La plataforma lo publica cuando esté todo lo necesario.",
  },
  trucks: {
    draft: "Borrador",
    finish: "Terminar",
    finishNamed: ({ name }) => `Terminar ${name}`,
    pages: {
      label: "Páginas",
      previous: "Anterior",
      position: ({ page, pages }) => `Página ${page} de ${pages}`,
      next: "Siguiente",
    },
    activate: {
      failed: "No se pudo cambiar el estado del food truck",
      action: "Activar",
      named: ({ name }) => `Activar ${name}`,
    },
    delete: {
      done: ({ name }) => `Se borró ${name}.`,
      failed: "No se pudo borrar el food truck",
      ordersChanged: "El food truck no se borró, porque cambiaron sus órdenes abiertas.",
      question: ({ name }) =>
        `¿Seguro que quieres borrar "${name}"? Esta acción no se puede deshacer.`,
      withRefund: "Borrar y reembolsar",
      orders: ({ orders, total, refundTotal }) =>
        plural(orders, {
          one: `Se cancela 1 orden abierta de ${formatDollars(total)}. Su cliente recibe un mensaje y se le reembolsan ${formatDollars(refundTotal)}.`,
          other: `Se cancelan ${orders} órdenes abiertas por ${formatDollars(total)}. Sus clientes reciben un mensaje y se les reembolsan ${formatDollars(refundTotal)}.`,
        }),
      payments: ({ checkouts }) =>
        plural(checkouts, {
          one: "1 cliente está pagando en este momento. Si ese pago se completa, se reembolsa enseguida.",
          other: `${checkouts} clientes están pagando en este momento. Lo que se cobre todavía se reembolsa enseguida.`,
        }),
    },
    deactivate: {
      question: ({ name }) => `¿Desactivar ${name}?`,
      hint: "Los clientes no encuentran el food truck ni su menú hasta que lo actives de nuevo. Su personal conserva sus pantallas.",
      orders: ({ orders, total }) =>
        plural(orders, {
          one: `Queda 1 orden abierta de ${formatDollars(total)}: termínala en el tablero o cancélala ahí.`,
          other: `Quedan ${orders} órdenes abiertas por ${formatDollars(total)}: termínalas en el tablero o cancélalas ahí.`,
        }),
      done: ({ name }) => `${name} ya no está activo.`,
      action: "Desactivar",
      named: ({ name }) => `Desactivar ${name}`,
    },
    updating: ({ name }) => `Actualizando... ${name}`,
    created: "Creado",
    noOwner: "Todavía sin dueño",
    emptyHint: "Agrega el primero: tendrá su propia página, menú y órdenes.",
    add: "Agregar food truck",
    search: {
      label: "Buscar food trucks",
      noMatch: "Ningún food truck coincide",
      noMatchHint: ({ search }) =>
        `Sin resultados para "${search}". Prueba con parte del nombre, del dueño o de la ciudad.`,
      all: ({ count }) => plural(count, { one: "1 food truck", other: `${count} food trucks` }),
      found: ({ found, all }) =>
        plural(all, { one: `${found} de 1 food truck`, other: `${found} de ${all} food trucks` }),
      allRange: ({ count, first, last }) => `${count} food trucks, del ${first} al ${last}`,
      foundRange: ({ found, all, first, last }) =>
        `${found} de ${all} food trucks, del ${first} al ${last}`,
    },
    denied: "Acceso denegado: esta página es solo para superadministradores.",
    lead: "Quién vende en esta calle y cómo se le paga.",
  },
  paymentAccount: {
    needs: {
      products: "Qué vende el negocio",
      description: "Una descripción de lo que se vende",
      website: "El sitio web del negocio",
      businessType: "Tipo de negocio",
      birthday: "Fecha de nacimiento",
      email: "Correo electrónico",
      bankAccount: "Cuenta de banco para los depósitos",
      firstName: "Nombre",
      lastName: "Apellido",
      homeAddress: "Domicilio",
      taxNumber: "Número de Seguro Social o de contribuyente",
      lastFour: "Últimos cuatro dígitos del Seguro Social",
      phone: "Número de teléfono",
      terms: "Aceptar los términos del proveedor de pagos",
      addressDocument: "Un segundo documento que compruebe el domicilio",
      identityDocument: "Una foto de una identificación",
    },
    requirements: {
      pastDue: "Vencido",
      dueNow: "Pendiente ahora",
      unanswered: "Todavía no se han contestado las preguntas de Stripe.",
      bothOff: "Stripe no pide nada más, pero no ha activado los pagos ni los depósitos.",
      paymentsOff: "Stripe no pide nada más, pero no ha activado los pagos.",
      payoutsOff: "Stripe no pide nada más, pero no ha activado los depósitos.",
    },
    badge: {
      none: "Sin cuenta",
      pastDue: "Vencido",
      setup: "Registro",
    },
    notice: {
      truck: "Este food truck",
      opening: ({ name }) => `Abriendo el registro de Stripe de ${name}...`,
      reading: ({ name }) => `Leyendo el estado de Stripe de ${name}...`,
      failed: ({ name }) => `El estado de Stripe de ${name} no cargó`,
      dismiss: "Cerrar",
      ready: "Stripe puede cobrar y depositar.",
      none: "Todavía no tiene cuenta de Stripe.",
    },
    linkFailed: "No se pudo crear el enlace de registro",
    created: ({ name }) => `${name} ya tiene cuenta de Stripe.`,
    createFailed: "No se pudo crear la cuenta de Stripe",
    cell: {
      unavailable: "Estado no disponible",
      tryAgain: ({ name }) => `Intentar de nuevo: estado de Stripe de ${name}`,
      creating: "Creando...",
      creatingFor: ({ name }) => `Creando... la cuenta de ${name}`,
      create: "Crear cuenta",
      createFor: ({ name }) => `Crear cuenta de ${name}`,
      opening: "Abriendo Stripe...",
      openingFor: ({ name }) => `Abriendo Stripe... para ${name}`,
      complete: "Terminar el registro",
      completeFor: ({ name }) => `Terminar el registro de ${name}`,
      needsOf: ({ label, name }) => `${label}: lo que Stripe necesita de ${name}`,
      loading: ({ name }) => `Cargando el estado de Stripe de ${name}...`,
    },
  },
};
