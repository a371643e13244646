import type * as en from "@/messages/en/checkout";
import { ended, plural, withArticle } from "@/messages/language";

export const paying: typeof en.paying = {
  push: {
    denied:
      "Las notificaciones de este sitio están bloqueadas. Permítelas en los ajustes del sitio, junto a la dirección, e inténtalo de nuevo.",
    install:
      "En un iPhone o iPad, primero agrega esta página a la pantalla de inicio: toca Compartir y luego Agregar a inicio. Después ábrela desde ahí.",
    missing: "Este navegador no puede mostrar notificaciones.",
    checkFailed: "No pudimos revisar si este dispositivo recibe avisos.",
  },
  contact: {
    phone: "Teléfono correcto",
    email: "Correo correcto",
    sentAgainHint:
      "Cambia solo lo que estaba mal. La confirmación de la orden se manda otra vez con un enlace nuevo, y el enlace anterior deja de funcionar.",
    notificationsHint:
      "Los dispositivos que muestran notificaciones de esta orden dejan de mostrarlas. Se pueden activar otra vez en la página del enlace nuevo.",
    phoneInvalid: "Escribe un teléfono de Estados Unidos de 10 dígitos.",
    empty: "Escribe el teléfono o el correo correcto.",
    unchanged: "La orden ya lo tiene así, por eso no cambió nada.",
    submit: "Corregir y mandar otra vez",
    saved: "Corregido. La confirmación va en camino.",
  },
  offer: {
    discount: ({ code }) => (code ? `Oferta ${code}` : "Descuento de oferta"),
  },
  tip: {
    other: "Otra",
    none: "Sin propina",
    amount: "Cantidad de la propina",
    limit: ({ max }) => `Hasta ${max}. Toda es para el food truck.`,
    invalid: ({ max }) => `Escribe una cantidad como 3.50, hasta ${max}.`,
  },
};

export const checkout: typeof en.checkout = {
  common: {
    payment: "Pago",
    yourOrder: "Tu orden",
    backToMenu: "Volver al menú",
    forget: "Olvidar",
  },
  checkout: {
    failures: {
      order: "Hubo un error al procesar tu orden. Inténtalo de nuevo.",
      noClientSecret: "No se recibió la clave del pago al crearlo",
      truckAgain: "No se pudo cargar la información del food truck. Inténtalo de nuevo.",
      reviewOrder: "Revisa tu orden otra vez y luego continúa. No se te ha cobrado nada.",
      truck: "No se pudo cargar la información del food truck",
      offline: "Parece que no tienes conexión. No se ha cobrado nada.",
      nothingCharged: "No se ha cobrado nada.",
      networkIsPaying: "Otras personas en tu red están pagando los últimos en este momento.",
      triedAgainByItself: "Deja esta página abierta. Lo vuelve a intentar sola en unos segundos.",
      expired: "Se acabó el tiempo de este pago. Revisa tu orden y continúa.",
    },
    steps: {
      customer: "Tus datos",
      label: "Pasos para pagar",
      done: "(listo)",
    },
    summary: {
      title: "Resumen de la orden",
      hide: "Ocultar el resumen de la orden",
      show: "Ver el resumen de la orden",
      from: ({ truck }) => `de ${truck}`,
    },
    stop: {
      place: ({ place }) => `Recoge en ${place}`,
      agreedTime: ({ time }) => `Recoge a ${withArticle(time)}`,
    },
    pausedWhilePaying: "El food truck no acepta más órdenes por ahora. Todavía puedes pagar esta.",
    back: "Volver al food truck",
    backToTruck: ({ truck }) => `Volver a ${truck}`,
    noTruck: {
      title: "Dirección no válida",
      hint: "Esta dirección no dice de qué food truck es. Elige uno y empieza desde su menú.",
    },
    cartEmptyHint: "Primero elige algo rico.",
    stock: {
      soldOut: "Algo de tu orden se acaba de agotar. Quítalo para continuar.",
      shortTitle: "No alcanza",
      left: ({ menuItem, left }) =>
        plural(left, {
          one: `${menuItem}: solo queda ${left}.`,
          other: `${menuItem}: solo quedan ${left}.`,
        }),
      short: "Queda menos de lo que pediste. Cámbialo para seguir.",
      notServed: "Algo de tu orden no se sirve ahora. Quítalo para continuar.",
    },
    mealTimes: {
      title: "No se sirve a esa hora",
      refused: ({ name }) => `${name}: no se sirve a esa hora.`,
      blocked: "Elige otra hora de recogida o quita lo que no se sirve entonces.",
    },
    customer: {
      incomplete: "Llena todos los campos obligatorios",
      phoneInvalid: "Escribe un teléfono válido de 10 dígitos",
      phoneNotUs: "Solo los celulares de Estados Unidos pueden recibir nuestros mensajes de texto.",
      tooEarly: ({ minutes }) => `Deja al menos ${minutes} minutos para prepararla`,
      nameRequired: "Escribe tu nombre",
      phoneRequired: "Escribe tu teléfono",
      timeRequired: "Elige una hora para recoger",
      readyToday: ({ time }) => `Lista hoy a ${withArticle(time)}, hora del food truck.`,
      readyTomorrow: ({ day, time }) =>
        `Lista mañana, ${day}, a ${withArticle(time)}, hora del food truck.`,
      lead: "Dile a la cocina quién viene y a qué hora.",
      phoneHint: "Te mandamos mensajes solo sobre esta orden.",
      emailOptional: "Correo electrónico (opcional)",
      emailHint: "Para tu recibo.",
      sending: "Un momento…",
      submit: "Continuar al pago",
      timeHint: ({ time }) => `Desde ${withArticle(time)}, hora del food truck.`,
      pickup: "Hora para recoger",
      pickupTime: "Hora",
      remembered:
        "Tus datos de contacto están guardados en este dispositivo para tu próxima orden.",
      forgotten: "Tus datos de contacto ya no están guardados en este dispositivo.",
      remember: "Recordarme en este dispositivo",
    },
    offer: {
      add: "Agregar un código de oferta",
      apply: "Aplicar",
      checking: "Revisando...",
      remove: "Quitar el código",
      applied: ({ code, amount }) => `${code} descuenta ${amount} de tu orden.`,
      minimum: ({ code, amount }) =>
        `${code} es para órdenes de ${amount} o más, antes de impuestos.`,
      required: "Escribe un código, o sigue sin él.",
    },
    hold: {
      priceMinutes: ({ minutes }) =>
        minutes === 1
          ? "Tu precio está apartado un minuto más."
          : `Tu precio está apartado ${minutes} minutos más.`,
      priceSeconds: ({ seconds }) => `Tu precio está apartado ${seconds} segundos más.`,
    },
  },
  payment: {
    loadingForm: "Cargando el formulario de pago...",
    back: "Volver a tus datos",
    alreadyCompleted: "¡El pago ya está hecho!",
    inProgress: "Tu pago se está procesando...",
    succeeded: "¡Pago exitoso! Un momento...",
    processingNotice: "El pago se está procesando. Pronto recibirás la confirmación.",
    formFailed: "No se pudo cargar el formulario de pago. Inténtalo de nuevo.",
    notReady: "El sistema de pago no está listo. Recarga la página e inténtalo de nuevo.",
    stillLoading: "El formulario de pago está cargando. Espera un momento e inténtalo de nuevo.",
    failed: "No se pudo procesar el pago. Inténtalo de nuevo.",
    cardFailed: "El pago no pasó. Revisa los datos de tu tarjeta.",
    unexpected: "Ocurrió un error inesperado. Inténtalo de nuevo.",
    confirmPlease: "Confirma tu pago.",
    setupFailed: ({ message }) => `Error al preparar el pago: ${message}`,
    billingAddress: "Dirección de facturación",
    processing: "Procesando...",
    pay: ({ amount }) => `Pagar ${amount}`,
    neverTwice:
      "Se perdió la conexión. Toca Pagar otra vez cuando regrese: esta orden nunca se cobra dos veces.",
    formBlocked: "No se pudo cargar el formulario de la tarjeta.",
    formBlockedHint:
      "Puede ser por un bloqueador de contenido o por la red. Desactiva el bloqueador en esta página o inténtalo de nuevo.",
    earlierPaid: ({ amount }) => `Ya pagaste ${amount} en este food truck.`,
    earlierHint: "El pago de abajo es de otra orden. Paga solo si quieres las dos.",
    earlierOpen: "Ver la orden pagada",
    sandbox: "Prueba: no se cobra ninguna tarjeta real.",
    sandboxCards: "Paga con 4242 4242 4242 4242, cualquier fecha futura y cualquier CVC.",
  },
  pickup: {
    title: "Hora para recoger",
    asapAbout: ({ time }) =>
      `Lo antes posible (más o menos ${/^\d/.test(time) ? `a ${withArticle(time)}` : time})`,
    later: "Más tarde",
    fewLeft: "Quedan pocos",
    notServed: "No se sirve",
    held: "Apartada para ti",
    taken: "La hora que elegiste ya no está libre. Elige otra.",
    showAll: "Ver todas las horas",
    loading: "Cargando las horas para recoger...",
    failed: "No cargaron las horas para recoger",
    noneFree: "Ninguna hora tiene lugar para esta orden.",
    smallerMayFit: "Una orden más pequeña quizá todavía quepa.",
    nextFree: "Las próximas horas libres",
    tooLarge: ({ units, maxUnits }) =>
      `Esta orden es demasiado grande para recogerla de una vez: son ${units} porciones y la cocina hace ${maxUnits} como máximo. Pide menos o divídela en dos.`,
    released: "Se liberó tu hora para recoger. Elige otra.",
    heldFor: ({ time }) => `Apartada por ${time}`,
    heldMinutes: ({ minutes }) =>
      plural(minutes, {
        one: "Tu hora para recoger está apartada un minuto más.",
        other: `Tu hora para recoger está apartada ${minutes} minutos más.`,
      }),
    heldSeconds: ({ seconds }) => `Tu hora para recoger está apartada ${seconds} segundos más.`,
  },
  confirmation: {
    verifying: {
      title: "Confirmando tu orden...",
      hint: "Espera mientras procesamos tu pago",
      slow: "Tu banco todavía lo está procesando. Puedes dejar esta página abierta; nada se cobra dos veces.",
    },
    failed: {
      title: "Error al verificar el pago",
      support: "Si se te cobró, comunícate con soporte y da este número de pago:",
      incomplete: "La verificación del pago no se completó. Comunícate con soporte si se te cobró.",
      unverified: "No se pudo verificar el pago. Comunícate con soporte.",
      server: ({ status }) => `Error del servidor: ${status}`,
    },
    declined: {
      title: "Tu pago no pasó",
      cartKept:
        "No se cobró nada. Tu carrito sigue igual: puedes intentarlo de nuevo o usar otra tarjeta.",
      nothingCharged: "No se cobró nada.",
      back: "Volver al pago",
    },
    missing: {
      title: "No se encontró la orden",
      hint: "No encontramos los detalles de la orden de este pago.",
    },
    progress: {
      current: "En curso",
      coming: "Pendiente",
      payment: "Pago confirmado",
      kitchen: "La cocina está preparando",
      smsSent: "SMS enviado",
      smsActive: "Avisos por SMS activos",
      pickupAlert: "Aviso de orden lista",
      title: "Avance de la orden",
    },
    order: {
      items: "Tus platillos",
      details: "Detalles de la orden",
      number: "Número de orden",
      called: ({ number }) => `Orden #${number}`,
      totalPaid: "Total pagado",
      place: ({ place }) => `En ${place}`,
      pickup: "Hora estimada para recoger",
    },
    sms: {
      sending: "Enviando la confirmación por SMS...",
      sent: "Confirmación por SMS enviada",
      delayed: "El SMS puede tardar",
      sentTitle: "Revisa tu teléfono",
      sentText: "Te mandamos tu orden por mensaje y te avisaremos cuando esté lista para recoger.",
      delayedTitle: "Tu orden está segura",
      delayedText:
        "El mensaje está tardando más de lo normal. Si no llega, muestra esta página en el food truck.",
      noneTitle: "Guarda esta página",
      noneText: "De esta orden no se manda mensaje. Muestra el número de orden en el food truck.",
      sendingTitle: "Un mensaje va en camino",
      sendingText: "Mandamos tu orden a tu teléfono y te avisamos cuando esté lista para recoger.",
      failed: "No se pudo enviar el mensaje de la orden.",
      title: "Mensaje de texto",
    },
    title: "¡Orden confirmada!",
    lead: "¡Gracias por tu orden! Ya estamos preparando tu rica comida.",
    leadOnDay: ({ day }) => `¡Gracias por tu orden! Prepararemos tu rica comida para el ${day}.`,
    next: {
      title: "Qué sigue",
      follow: "Sigue tu orden",
      orderAgain: "Ordenar de nuevo",
    },
  },
  receipt: {
    roughEstimate: "En unos 15 a 30 minutos",
    readyBy: ({ estimate }) =>
      /^\d/.test(estimate) ? `Lista a ${withArticle(estimate)}` : `Lista: ${estimate}`,
    title: "Tu recibo",
    order: ({ truck, orderNumber }) => `${truck}, orden #${orderNumber}`,
    pickup: ({ time }) => `Para recoger: ${time}`,
    print: "Imprimir el recibo",
    toPay: "Total por pagar",
    refundOwed: "Te lo devuelve el personal",
    totalPaid: "Total pagado",
  },
  tracking: {
    connection: {
      lostSince: ({ time }) => `Sin conexión desde ${withArticle(time)}`,
      stale: "Así estaba en ese momento. Se pondrá al día solo.",
      polling: "Mientras regresa, las novedades pueden tardar hasta 15 segundos.",
    },
    status: {
      received: "Recibida",
      completed: "Entregada",
      pendingTitle: "Orden recibida",
      preparingTitle: "Ya se está cocinando",
      readyTitle: "¡Lista!",
      notMade: "No se está preparando",
      truckGone: ({ truck }) =>
        `${truck} ya no está y no prepara esta orden. Recibirás un mensaje cuando se cancele y se reembolse.`,
      pending: ({ truck }) => `${truck} tiene tu orden. La cocina la verá enseguida.`,
      confirmed: "Está en la fila de la cocina.",
      preparing: "La cocina está preparando tu comida.",
      ready: ({ orderNumber }) => `Recógela en el mostrador y di el número ${orderNumber}.`,
      completedText: "Buen provecho y gracias por tu orden.",
      cancelled: "Esta orden no se va a preparar.",
      readyPageTitle: ({ number }) => `¡Lista! Orden ${number}`,
      late: "Tarda un poco más de lo planeado.",
      dueUnconfirmed: ({ truck }) =>
        `Ya es la hora y en ${truck} nadie la ha confirmado. Llama al food truck antes de ir.`,
    },
    refund: {
      done: ({ sum }) =>
        `Se reembolsaron ${sum}. Un pago con tarjeta regresa a la misma tarjeta; el banco puede tardar de 5 a 10 días en mostrarlo.`,
      pending: ({ sum }) =>
        `Un reembolso de ${sum} va en camino. Un pago con tarjeta regresa a la misma tarjeta; el banco puede tardar de 5 a 10 días en mostrarlo.`,
      disputed: "El pago tiene una disputa, así que tu banco te resuelve lo del dinero.",
      cashOwed: ({ sum }) => `El personal te devuelve ${sum} en efectivo.`,
      cardOwed: ({ sum }) =>
        `El personal te devuelve ${sum} a la tarjeta que usaste en el mostrador.`,
      paidOut: ({ sum }) => `Te devolvieron ${sum} en el mostrador.`,
      nothingPaid: "No se pagó nada.",
    },
    toPay: ({ total }) => `${total} por pagar en el mostrador.`,
    readOnly:
      "Este enlace solo muestra la orden. Para cambiarla o cancelarla, usa el enlace que llegó por mensaje de texto o correo.",
    again: {
      title: "¿Otra vez con hambre?",
      hint: "Tu carrito se llena con esta orden a los precios de hoy y te dice qué cambió.",
      hintAdded:
        "Esta orden se agrega a lo que ya está en tu carrito, a los precios de hoy, y el carrito te dice qué cambió.",
      loading: "Revisando el menú de hoy...",
      action: "Ordenar de nuevo",
      truckGone: ({ truck }) => `${truck} no está en la calle por el momento.`,
      failed: "No se pudo cargar el menú de hoy. Inténtalo de nuevo.",
    },
    steps: {
      done: "listo",
      current: "ahora",
      coming: "pendiente",
      label: "Estado",
    },
    place: {
      title: "Dónde recoger",
      questions: "¿Preguntas?",
      map: "Abrir el mapa",
      call: ({ phone }) => `Llamar: ${phone}`,
    },
    truckFor: ({ truck, customer }) => `${truck} para ${customer}`,
    loading: "Cargando tu orden...",
    missing: {
      title: "No encontramos esta orden",
      hint: "Puede que el enlace esté incompleto. Ábrelo otra vez desde tu mensaje de texto.",
    },
    failed: "Tu orden no se puede mostrar por ahora",
    correctContact: "¿Teléfono o correo equivocado?",
  },
  change: {
    notice: {
      late: ({ minutes }) =>
        plural(minutes, {
          one: "Tu orden estará un minuto más tarde",
          other: `Tu orden estará ${minutes} minutos más tarde`,
        }),
      moved: "El food truck cambió de lugar",
      endsEarly: "El food truck cierra temprano hoy, así que tu orden se canceló",
      cancelled: "El food truck no podrá venir, así que tu orden se canceló",
      before: "Antes:",
      now: "Ahora:",
    },
    choices: {
      suits: "¿Te queda bien?",
      plansChanged: "¿Cambiaron tus planes?",
      until: ({ time }) =>
        `Puedes cambiar o cancelar tu orden hasta ${withArticle(time)} o hasta que la cocina empiece.`,
      moveUntil: ({ time }) =>
        `Puedes elegir otra hora hasta ${withArticle(time)} o hasta que la cocina empiece.`,
      cancelUntil: ({ time }) =>
        `Puedes cancelar tu orden hasta ${withArticle(time)} o hasta que la cocina empiece.`,
      onlyTruck: "Después de pagar, solo el food truck puede cambiar o cancelar esta orden.",
      untilConfirmed:
        "Todavía no confirman tu orden. Mientras tanto, puedes cancelarla y te regresamos todo tu dinero.",
      keep: "Me la quedo",
      kept: "Te quedas con tu orden. ¡Nos vemos!",
      anotherTime: "Elegir otra hora",
    },
    cancel: {
      withRefund: ({ amount }) => `Cancelar y recibir ${amount}`,
      action: "Cancelar la orden",
      title: "¿Cancelar esta orden?",
      keep: "Quedarme con mi orden",
      refundHint: ({ amount }) =>
        `La cocina no la va a preparar y ${amount} regresan a tu tarjeta. El banco puede tardar de 5 a 10 días en mostrarlo.`,
      hint: "La cocina no la va a preparar.",
      done: "Tu orden está cancelada.",
    },
    slot: {
      moved: ({ time }) => ended(`Ahora recoges a ${withArticle(time)}`),
      noneFree: "Ninguna otra hora tiene lugar para tu orden.",
      label: "Horas para recoger",
      required: "Elige una hora",
      submit: ({ time }) => `Cambiar a ${withArticle(time)}`,
    },
  },
};
