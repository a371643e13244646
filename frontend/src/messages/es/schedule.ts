import type * as en from "@/messages/en/schedule";
import { ended, plural, withArticle } from "@/messages/language";

export const schedule: typeof en.schedule = {
  stopResult: {
    tab: "Resultado",
    title: "Resultado de la parada",
    loading: "Cargando el resultado...",
    failed: "El resultado no cargó",
    compared: ({ stops, days }) =>
      `Comparado con el promedio de ${plural(stops, { one: "otra parada", other: `otras ${stops} paradas` })} aquí en los ${days} días anteriores.`,
    nothingToCompare: ({ days }) =>
      `Ninguna otra parada terminó aquí en los ${days} días anteriores, así que no hay con qué comparar.`,
    stillOpen: "La parada sigue abierta: estos son sus datos hasta ahora.",
    average: ({ average }) => `Promedio aquí: ${average}`,
  },
  schedule: {
    loading: "Cargando la agenda...",
    failed: "La agenda no cargó",
    view: {
      label: "Vista",
      list: "Lista",
    },
    weekOf: ({ first, last }) => `${first} a ${last}`,
    copyWeek: {
      action: "Copiar semana",
      title: "¿Copiar a la semana siguiente?",
      running: ({ number, count }) => `Copiando ${number} de ${count}...`,
      doneSome: ({ copied, left }) =>
        `${plural(copied, { one: "Se copió 1 parada", other: `Se copiaron ${copied} paradas` })}${left > 0 ? `; ${left} no, porque el food truck ya tiene otra parada a esa hora` : ""}`,
      done: ({ count }) =>
        `${plural(count, { one: "Se copia 1 parada", other: `Se copian ${count} paradas` })} al mismo día y hora. Las de cada semana vienen solas.`,
    },
    addStop: "Agregar parada",
    addStopOn: ({ day }) => `Agregar una parada el ${day}`,
    empty: "No hay paradas planeadas",
    planStop: "Planear una parada",
    emptyWeek: "No hay paradas planeadas esta semana",
    earlierDays: ({ count }) =>
      plural(count, { one: "1 día anterior", other: `${count} días anteriores` }),
    emptyHint:
      "Planea dónde va a estar el food truck, para que los clientes lo encuentren y ordenen por adelantado.",
    stop: {
      weekly: "Cada semana",
      edit: "Cambiar parada",
      noPlace: "Primero agrega un lugar",
      scope: "Qué cambiar",
      scopeThis: "Solo esta parada",
      scopeLater: "Esta y las siguientes",
      saved: "Guardado",
      failed: "La parada no se guardó",
      more: "Nota, horario de órdenes e impuesto",
      pricesWithTax: {
        label: "Impuesto en esta parada",
        asTruck: "Igual que el food truck",
        included: "Los precios incluyen impuesto",
        added: "El impuesto se suma a los precios",
        hint: "Para un lugar como un estadio, donde la gente paga sumas redondas.",
        fixed: "Así se queda, porque ya hay órdenes para esta parada.",
      },
      repeat: "Repetir cada semana",
      weekdays: "Los días",
      lastDay: "Último día (opcional)",
      repeatHint:
        "Las paradas se agregan con ocho semanas de anticipación mientras la parada se repita.",
      noteHint: "La leen los clientes.",
      preorders: "Empiezan las órdenes por adelantado",
      lastOrders: "Últimas órdenes",
      actions: "Más sobre esta parada",
      copy: "Copiar parada",
      conflict: "Otra persona cambió esta parada mientras editabas",
      taken: ({ percent }) => `${percent} % ocupado`,
      full: "Ya no quedan horas para recoger",
      ordersAndRevenue: ({ count, revenue }) =>
        `${count} ${plural(count, { one: "orden", other: "órdenes" })}, ${revenue}`,
      beforeOpening: ({ minutes }) =>
        minutes === 0 ? "Cuando abre" : `${duration(minutes)} antes de abrir`,
      beforeClosing: ({ minutes }) =>
        minutes === 0 ? "Cuando cierra" : `${duration(minutes)} antes de cerrar`,
    },
    states: {
      open: "Abierta",
      planned: "Planeada",
      ended: "Terminada",
    },
    mode: {
      hidden: "Los clientes todavía no ven estas paradas",
      hiddenHint:
        "El food truck está abierto a cualquier hora. Cámbialo para que abra solo en sus paradas.",
      switchToStops: "Abrir en sus paradas",
      nowByStops: "El food truck ya abre en sus paradas",
      byStops: "El food truck abre en sus paradas.",
      switchToAnyTime: "Abrir a cualquier hora",
      nowAnyTime: "El food truck ya abre a cualquier hora",
      question: "¿Abrir a cualquier hora?",
      confirm: "Abrir a cualquier hora",
      questionHint:
        "Los clientes pueden pedir de día y de noche, para cualquier hora. Los lugares, horarios, horas de recogida y límites de las paradas ya no cuentan.",
      openOrders: ({ orders }) =>
        plural(orders, {
          one: "Se conserva 1 orden abierta.",
          other: `Se conservan ${orders} órdenes abiertas.`,
        }),
    },
    required: "Llena este campo",
    cancel: {
      undone: "La parada está de vuelta",
      undo: "Volver a ponerla",
      action: "Cancelar parada",
    },
    delete: {
      done: "La parada se borró",
      action: "Borrar parada",
      allLater: "Borrar esta y las siguientes",
      titleMany: "¿Borrar estas paradas?",
      title: "¿Borrar esta parada?",
      hintMany: "Se borran esta parada y las siguientes. Las que tienen órdenes se quedan.",
      hint: "Los clientes ya no la ven.",
      doneMany: ({ removed, kept }) =>
        `${plural(removed, { one: "Se borró 1 parada", other: `Se borraron ${removed} paradas` })}${kept > 0 ? `; ${kept} con órdenes se quedan` : ""}`,
    },
    place: {
      empty: "Todavía no hay lugares",
      add: "Agregar lugar",
      edit: "Cambiar lugar",
      back: "Volver a los lugares",
      archive: "Archivar lugar",
      archived: ({ name }) => `${name} se archivó`,
      conflict: "Otra persona cambió este lugar mientras editabas",
      nameHint: "Como lo conocen los clientes: Mercado, Muelle 5.",
      directions: "Cómo llegar (opcional)",
      directionsHint:
        "Cómo lo encuentran los clientes: detrás de la biblioteca, junto a la fuente.",
      more: "Más: cómo llegar, impuesto, posición, zona horaria",
      taxRate: "Impuesto sobre ventas en por ciento",
      taxRateHint: "Las órdenes de las paradas aquí llevan esta tasa.",
      timeZoneHint: "Las próximas paradas aquí conservan su hora del día.",
      submit: "Guardar lugar",
      latitude: "Latitud (opcional)",
      longitude: "Longitud (opcional)",
      percentInvalid: ({ highest }) => `Escribe un por ciento de 0 a ${highest}`,
      degreesInvalid: ({ highest }) => `Escribe grados de -${highest} a ${highest}`,
      saved: ({ name }) => `${name} se guardó`,
      failed: "El lugar no se guardó",
    },
    skipped: {
      title: "Paradas semanales que se omitieron",
      reason: ({ day, place, other, from, to }) =>
        ended(
          `${day}: sin parada en ${place}, porque el food truck está en ${other} de ${withArticle(from)} a ${withArticle(to)}`,
        ),
    },
  },
  devices: {
    tablet: {
      title: "Esta tableta",
      letter: ({ letter }) =>
        `Las órdenes que toma sin conexión empiezan con ${letter}, por ejemplo ${letter}-12.`,
      others: "Otras tabletas de este food truck",
      noOthers: "Ninguna otra tableta ha vendido aquí todavía.",
      named: ({ letter }) => `Tableta ${letter}`,
      remove: "Olvidarla",
      forget: "Olvidar esta tableta",
      forgetHint:
        "Se borra de este navegador todo lo de Chuckwagon y se cierra tu sesión. Hazlo antes de que la tableta salga del food truck.",
      failedToLoad: "No se cargaron las tabletas",
      forgetTitle: "¿Olvidar esta tableta?",
      unsent: ({ count }) =>
        count === 1
          ? "1 orden de esta tableta aún no se envía. Envíala primero o descártala."
          : `${count} órdenes de esta tableta aún no se envían. Envíalas primero o descártalas.`,
      failed: ({ reason }) => `No se olvidó la tableta: ${reason}`,
    },
    printer: {
      title: "Impresoras",
      loading: "Cargando las impresoras...",
      failed: "No se pudieron cargar las impresoras",
      empty: "Aún no hay impresora",
      emptyHint:
        "Una impresora que pregunta al servidor imprime los tickets sola, sin aplicación ni computadora en el food truck.",
      add: "Agregar una impresora",
      labelHint: "Como la reconoce el personal, por ejemplo Cocina.",
      kind: "Fabricante",
      kinds: { star_cloudprnt: "Star (CloudPRNT)", epson_sdp: "Epson (Server Direct Print)" },
      paper: "Papel",
      millimeters: ({ mm }) => `${mm} mm`,
      tickets: "Tickets de cocina",
      receipts: "Recibos y cierres del día",
      printOn: "Los tickets se imprimen",
      moments: { placed: "Al hacer la orden", confirmed: "Al confirmar la orden" },
      drawerKick: "Abrir la caja después de una venta en efectivo",
      address: "Dirección para la impresora",
      addressHint: "Se muestra una sola vez. Quien la conozca puede leer los tickets.",
      whereStar: "Star: abre la página de la impresora y escríbela en CloudPRNT como Server URL.",
      whereEpson:
        "Epson: abre la página de la impresora y escríbela en Server Direct Print y en Status Notification.",
      states: {
        new: "Aún no ha preguntado",
        ready: "En línea",
        silent: "No responde",
        paper_out: "Sin papel",
        cover_open: "Tapa abierta",
      },
      test: "Página de prueba",
      tested: "La página de prueba sale en unos segundos",
      renew: "Nueva dirección",
      renewTitle: "¿Crear otra dirección?",
      renewHint:
        "La dirección actual deja de funcionar de inmediato. Escribe la nueva en la impresora.",
      renewed: "La impresora tiene otra dirección",
      removeHint: "Ya no imprime nada de este food truck. Lo que no imprimió se descarta.",
      unprinted: ({ count }) =>
        count === 1 ? "1 documento no se imprimió" : `${count} documentos no se imprimieron`,
      unprintedTickets: ({ count }) =>
        count === 1 ? "1 ticket no se imprimió" : `${count} tickets no se imprimieron`,
      unprintedHint: "Tienen más de una hora, o la impresora no pudo imprimirlos.",
      printAll: "Imprimir todo",
      dropAll: "Descartar todo",
    },
    loading: "Cargando los dispositivos...",
    failed: "No se pudieron cargar los lectores de tarjetas",
    readers: "Lectores de tarjetas",
    empty: "Todavía no hay ningún lector de tarjetas",
    emptyHint:
      "Con un lector, Tarjeta en el mostrador cobra la tarjeta directamente y la orden conoce su pago.",
    states: { online: "En línea", offline: "Sin conexión" },
    lastSeen: "Última señal",
    never: "Nunca",
    rename: "Cambiar nombre",
    renameNamed: ({ name }) => `Cambiar el nombre de ${name}`,
    labelHint: "Como lo reconoce el personal, por ejemplo Ventanilla. Sale en los recibos.",
    labelMissing: "Escribe un nombre.",
    addressMissing: "Un lector de tarjetas necesita tu dirección comercial",
    addressHint:
      "El servicio de pagos quiere saber dónde están los lectores. Escribe la dirección en Nuestro food truck y luego registra el lector aquí.",
    enterAddress: "Escribir la dirección",
    register: {
      action: "Registrar un lector",
      submit: "Registrar",
      code: "Código de registro",
      codeHint:
        "En el lector, abre Settings y presiona Generate registration code. Muestra tres palabras: escríbelas con guiones.",
      sandboxHint:
        "¿No tienes un lector a mano? En el entorno de prueba, el código simulated-wpe crea uno.",
      codeMissing: "Escribe el código que muestra el lector.",
      done: ({ name }) => `${name} ya cobra tarjetas`,
    },
    remove: {
      title: ({ name }) => `¿Quitar ${name}?`,
      hint: "Ya no cobrará tarjetas de este food truck. Se puede registrar otra vez con un código nuevo.",
      done: ({ name }) => `Se quitó ${name}`,
      failed: ({ name, errorMessage }) => `No se quitó ${name}: ${errorMessage}`,
    },
  },
  drawer: {
    title: "Caja",
    loading: "Cargando la caja...",
    failed: "No se pudo cargar la caja",
    float: "Fondo",
    cashSales: "Ventas en efectivo con propinas",
    cashRefunds: "Reembolsos pagados",
    payIns: "Puesto en la caja",
    payOuts: "Sacado de la caja",
    expected: "Debe haber en la caja",
    counted: "Contado",
    difference: "Diferencia",
    movements: "Entradas y salidas de efectivo",
    amountWrong: "Escribe un monto como 100 o 12.50.",
    openedBy: ({ when, by }) => `Abierta ${when} por ${by}`,
    atBy: ({ when, by }) => `${when}, ${by}`,
    beforeOpening: ({ amount }) =>
      `Antes de abrir se registraron ${amount} en efectivo. Se contaron con el fondo, así que no se esperan aparte.`,
    open: {
      title: "La caja está cerrada",
      lead: "Cuenta lo que hay antes de la primera venta. Ese es el fondo.",
      floatHint: "Billetes y monedas para dar cambio.",
      done: "La caja está abierta",
      waiting: ({ amount }) => `Ya se recibieron ${amount} en efectivo`,
      waitingHint: "Cuéntalo con el fondo. La hoja lo muestra como de antes de abrir.",
    },
    move: {
      title: "Entrada o salida de efectivo",
      out: "Sacar",
      in: "Poner",
      amount: "Monto",
      reason: "Para qué",
      reasonExample: "Hielo",
      reasonMissing: "Di para qué es.",
      tooMuch: ({ amount }) => `¿Sacar ${amount}?`,
      tooMuchHint: ({ expected }) =>
        `En la caja solo debería haber ${expected}. Revisa la cantidad.`,
      action: "Registrar",
      done: "Registrado",
    },
    count: {
      title: "Contar la caja",
      pieces: "Billetes y monedas",
      onlySum: "Solo la suma",
      sum: "Suma en la caja",
      cents: ({ cents }) => `${cents}¢`,
      wrong: "Escribe cuántos hay.",
      soFar: ({ amount }) => `Contado: ${amount}`,
      check: "Revisar",
    },
    review: {
      exact: "Todo cuadra",
      over: ({ amount }) => `Sobran ${amount}`,
      short: ({ amount }) => `Faltan ${amount}`,
      exactHint: "Lo que contaste es lo que debe haber en la caja.",
      differenceHint:
        "A veces pasa. Cuenta otra vez si quieres, o cierra el día y deja una nota para mañana.",
      changed: "Se vendió o se movió algo mientras contabas. Revisa la nueva suma.",
      again: "Contar otra vez",
    },
    closes: {
      title: "Cierres del día",
      loading: "Cargando los cierres...",
      failed: "No se pudieron cargar los cierres",
      empty: "Todavía no se ha cerrado ningún día",
      emptyHint: "Cada vez que se cuenta la caja, su hoja aparece aquí.",
      more: "Ver más cierres",
      number: "Cierre",
      closed: "Cerrado",
      sales: "Ventas",
    },
    sheet: {
      title: ({ number }) => `Cierre ${number}`,
      loading: "Cargando la hoja...",
      failed: "No se pudo cargar la hoja",
      missing: "No se encontró este cierre",
      span: ({ truck, from, to }) => `${truck}, de ${from} a ${to}`,
      note: ({ note }) => `Nota: ${note}`,
      closedBy: ({ by }) => `Contado y cerrado por ${by}`,
      pieces: "Billetes y monedas",
      piecesOf: ({ value, pieces }) => `${pieces} × ${value}`,
      tenders: "Ventas por forma de pago",
      tender: "Pagado con",
      tax: "Impuesto",
      tips: "Propinas",
      total: "Total",
      taxes: "Impuesto por lugar y tasa",
      place: "Lugar",
      rate: "Tasa",
      taxable: "Gravable",
      numbers: "Números de orden",
      cancelled: ({ count }) =>
        plural(count, { one: "1 orden cancelada", other: `${count} órdenes canceladas` }),
      open: ({ count }) =>
        plural(count, {
          one: "1 orden todavía abierta o sin pagar",
          other: `${count} órdenes todavía abiertas o sin pagar`,
        }),
      before: "Efectivo de antes de abrir",
      late: "Vendido antes, registrado ahora",
      event: ({ number, when }) => `${number}, ${when}`,
    },
  },
};

function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, "día", "días");
  return minutes % 60 === 0
    ? counted(minutes / 60, "hora", "horas")
    : counted(minutes, "minuto", "minutos");
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${plural(count, { one, other })}`;
}
