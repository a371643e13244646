/** What the server's errors say in Spanish, by their reason. In English the server's own sentence is shown. */
import { formatTimeOfDay } from "@/domain/time/time-words";
import { formatCents } from "@/domain/values/money";
import { ended, plural, withArticle } from "@/messages/language";
import type { ErrorWords, staffErrors } from "./staff-errors";

/** How many are left, where that is some but fewer than were ordered. */
interface Left {
  left?: number;
}

/** What customers can meet, too. */
export const errors: Omit<ErrorWords, keyof typeof staffErrors> = {
  account_not_found: "Esta cuenta no existe.",
  account_refused: "El servicio de pagos no aceptó esto.",
  account_unknown:
    "El servicio de pagos no conoce (o ya no conoce) la cuenta de pagos de este food truck.",
  amount_between: ({ minCents, maxCents }) =>
    `Escribe una cantidad de ${formatCents(minCents)} a ${formatCents(maxCents)}, con dos decimales como máximo.`,
  amount_invalid: "Escribe un monto como 12.50.",
  amount_or_items: "Manda un monto o unos artículos, no los dos.",
  amount_out_of_range: ({ maxCents }) => `Escribe un monto de $0.00 a ${formatCents(maxCents)}.`,
  available_until_contradiction: "Lo que está disponible no está agotado hasta una hora.",
  bad_request: "Esta solicitud no se entiende.",
  body_incomplete: "La solicitud terminó antes que su contenido.",
  body_missing: "Falta el contenido. Manda un objeto JSON.",
  cart_invalid: "Algo de esta orden no está disponible.",
  checkout_expired: "Este pago ya venció. Revisa tu orden y vuelve a intentarlo.",
  checkout_replaced: "Este pago se reemplazó por uno más nuevo. Sigue en la página más nueva.",
  choice_unknown: "Elige una de las opciones que hay.",
  choose_one_of: ({ choices }) => `Elige una de estas opciones: ${choices}.`,
  contact_busy:
    "En este momento se está mandando un mensaje sobre esta orden. Vuelve a intentarlo en un minuto.",
  cursor_invalid: "Esta lista cambió. Empieza otra vez desde la primera página.",
  customer_unknown: "Este cliente no existe.",
  database_unavailable: "La base de datos no responde.",
  day_invalid: "Manda un día como 2026-07-01.",
  day_or_instant_invalid: "Manda un día como 2026-07-01 o un instante como 2026-07-01T19:30:00Z.",
  device_link_needs_browser: "Abre este enlace en el navegador con el que quieres iniciar sesión.",
  email_invalid: "Escribe un correo electrónico válido",
  email_required: "Falta el correo electrónico",
  end_before_start: "El final debe ser después del inicio",
  event_invalid: "El evento no es del proveedor.",
  export_too_large: ({ max }) => `Esto tiene más de ${max} filas. Elige menos días.`,
  extra_lead_is_over: "Esa hora ya pasó. Elige una más tarde.",
  extra_lead_too_long: "Los minutos extra pueden durar hasta 7 días",
  first_day_required: "Elige el primer día",
  food_started:
    "La cocina ya empezó esta orden, así que sus platillos no pueden volver a las existencias.",
  form_malformed: "el formulario está dañado o incompleto",
  form_required: "manda la imagen como multipart/form-data",
  free_count_above_max: "No puede haber más gratis que las que se pueden elegir.",
  host_invalid: "El encabezado Host no es válido.",
  idempotency_key_invalid: ({ max }) => `La clave Idempotency-Key tiene de 1 a ${max} caracteres.`,
  idempotency_key_reused: "Esta clave Idempotency-Key ya se usó con otra solicitud.",
  image_too_expensive: "Esta imagen es demasiado difícil de leer. Elige otra.",
  image_too_many_pixels: "Esta imagen es demasiado grande. Elige una más chica.",
  image_too_tall: "Esta imagen es demasiado larga. Elige otra.",
  image_unreadable: "Esta imagen no se puede leer. Elige un JPEG, PNG, WebP o HEIC.",
  image_url_invalid: "Usa una dirección que empiece con https: o sube una imagen.",
  instant_invalid: "Manda un instante como 2026-07-01T19:30:00Z, o null.",
  invalid_input: "Revisa lo que escribiste.",
  item_changed: "Alguien más cambió este platillo mientras tanto. Revísalo y guárdalo otra vez.",
  item_gone: "Este platillo ya no está en el menú.",
  item_not_found: "No encontramos este platillo.",
  item_not_served: ({ item }) => `${item}: no se vende a esa hora.`,
  item_sold_out: ({ item, left }: { item: string } & Left) =>
    left
      ? plural(left, { one: `Solo queda 1 de ${item}.`, other: `Solo quedan ${left} de ${item}.` })
      : `${item}: agotado.`,
  item_truck_fixed: "Un platillo se queda en su food truck. Agrégalo al menú del otro food truck.",
  items_free: "No se pagó nada por estos artículos.",
  items_required: "Elige al menos un artículo.",
  json_field_twice: "El contenido nombra un campo dos veces.",
  json_invalid: "El contenido no es JSON válido.",
  json_not_a_number: ({ name }) => `${name} no es un número en JSON.`,
  json_number_too_large: "Un número del contenido es demasiado grande.",
  json_text_forbidden: "Un texto del contenido tiene caracteres que no se permiten.",
  json_too_deep: "El contenido tiene demasiados niveles o partes.",
  last_day_before_first: "El último día no puede ser antes del primero",
  late_past_the_end:
    "Con tanto retraso, la parada empezaría después de su final. Alárgala o cancélala.",
  late_too_long: ({ hours }) =>
    `Con tanto retraso, la parada duraría más de ${hours} horas. Deja que termine como estaba previsto o cancélala.`,
  line_count_invalid: ({ max }) => `Una orden tiene de 1 a ${max} líneas.`,
  line_index_invalid: "Nombra cada línea de la orden una vez, por su índice desde 0.",
  max_select_too_large: ({ count }) => `Este grupo solo tiene ${count} opciones.`,
  max_select_too_small: "Los clientes eligen al menos una: usa 1 o más.",
  menu_changed: "El menú cambió mientras tanto. Revísalo otra vez.",
  menu_not_found: "No encontramos el menú de este food truck.",
  method_not_allowed: "Esta dirección no acepta este método.",
  min_select_above_max: "Esto no puede ser más que lo máximo que se puede elegir.",
  name_invalid: ({ max }) => `El nombre tiene de 1 a ${max} caracteres.`,
  name_required: "Falta el nombre",
  no_account: "Este food truck todavía no tiene una cuenta de pagos. Crea una primero.",
  no_pending_email: "Ningún correo nuevo espera confirmación.",
  not_allowed: "No tienes permiso para hacer esto.",
  not_found: "Aquí no se encontró nada.",
  not_own_customer: ({ days }) =>
    `Solo puedes escribir a clientes que en los últimos ${days} días pagaron en línea o contestaron un mensaje de tu food truck, o que tienen una orden abierta.`,
  note_invalid: ({ max }) => `La nota tiene ${max} caracteres como máximo.`,
  number_out_of_range: ({ min, max }) => `Usa un número de ${min} a ${max}.`,
  number_too_large: ({ max }) => `Usa ${max} o menos.`,
  number_too_small: ({ min }) => `Usa ${min} o más.`,
  offer_changed: "Esta oferta acaba de cambiar. Revisa el nuevo total y continúa.",
  offer_code_invalid: "Un código tiene de 3 a 20 letras y números.",
  offer_expired: "Este código ya no es válido. Continúa sin él.",
  offer_held: ({ until, timezone }) =>
    `Otros clientes tienen apartados los últimos usos de este código hasta ${upTo(until, timezone)}. Inténtalo a esa hora o continúa sin él.`,
  offer_held_by_phone: ({ until, timezone }) =>
    `Otro pago abierto con este número de teléfono tiene apartado este código hasta ${upTo(until, timezone)}. Paga ahí o inténtalo a esa hora.`,
  offer_minimum: ({ cents }) =>
    `Este código es para órdenes de ${formatCents(cents)} o más, antes de impuestos.`,
  offer_not_begun: "Este código todavía no es válido. Continúa sin él.",
  offer_not_found: "No encontramos esta oferta.",
  offer_paused: "Este código no se puede usar por ahora. Continúa sin él.",
  offer_phone_required: "Este código sirve una vez por número de teléfono. Escribe el del cliente.",
  offer_total_too_small: ({ cents }) =>
    `Con este código quedan menos de ${formatCents(cents)} por pagar, y eso no se puede pagar con tarjeta. Agrega algo, o continúa sin él.`,
  offer_unchecked:
    "Este código no se puede usar desde tu red en este momento. Continúa sin él o vuelve a intentarlo en una hora.",
  offer_unknown: "No conocemos este código. Revísalo, o continúa sin él.",
  offer_used: "Este código ya se usó con este número de teléfono. Continúa sin él.",
  offer_used_up: "Este código ya se usó todas las veces posibles. Continúa sin él.",
  opted_out: "Este cliente pidió no recibir mensajes (ALTO). Mejor llámalo.",
  option_gone: ({ item }) => `Una opción de ${item} ya no se ofrece.`,
  option_group_unknown: "Este platillo no tiene ese grupo de opciones propio.",
  option_not_found: "No encontramos esta opción.",
  option_sold_out: ({ item, option, left }: { item: string; option: string } & Left) =>
    left
      ? plural(left, {
          one: `${item}: solo queda 1 de ${option}.`,
          other: `${item}: solo quedan ${left} de ${option}.`,
        })
      : `${item}: ${option} se agotó.`,
  option_too_often: ({ item, option, max }) =>
    `${item}: ${option} se puede pedir ${max} veces como máximo.`,
  option_twice: ({ item, option }) => `${item}: elegiste ${option} dos veces.`,
  options_required: "Agrega al menos una opción.",
  options_too_many: ({ max }) => `Usa ${max} opciones como máximo.`,
  order_cancelled: ({ number }) => `La orden #${number} está cancelada.`,
  order_items_unavailable: "Algo de esta orden ya no está disponible.",
  order_not_found: "No encontramos esta orden.",
  order_not_named: "Nombra la orden con paymentIntentId u orderId.",
  order_not_paid: "Esta orden no se pagó, así que no hay nada que devolver.",
  order_over: "Esta orden ya terminó, así que su teléfono y su correo se quedan como están.",
  order_paid: ({ number }) => `La orden #${number} ya está pagada.`,
  order_prices_changed: "Los precios cambiaron. Revisa el total antes de cobrar.",
  order_too_large: ({ units, maxUnits }) =>
    `Esta orden es demasiado grande para la cocina: para una sola hora acepta hasta ${maxUnits} platillos, y esta cuenta como ${units}.`,
  order_unknown: "Esta orden no existe.",
  over_capacity: "A esta hora la cocina está llena. ¿Tomar la orden de todos modos?",
  parameter_missing: ({ name }) => `Falta ${name}.`,
  pause_is_over: "Esta pausa ya habría terminado. Elige una hora más tarde.",
  pause_too_long: "Una pausa puede durar hasta un año",
  payment_disputed: "El banco del cliente ya recuperó este pago. No se puede reembolsar también.",
  payment_in_review:
    "No se pudo terminar de verificar el pago. Comunícate con soporte si se te cobró.",
  payment_missing: "Di qué pago verificar: falta payment_intent_id.",
  payment_refused: "Hubo un error al procesar tu orden. Vuelve a intentarlo.",
  payment_service_says: ({ words: said }) => said,
  payment_service_unavailable:
    "El servicio de pagos no responde. Vuelve a intentarlo en un momento.",
  payment_unknown: "No encontramos los detalles de la orden de este pago.",
  payment_without_order: "No se encontró ninguna orden para este pago.",
  period_reversed: "El último día es antes del primero.",
  period_too_long: ({ days }) => `Elige ${days} días como máximo.`,
  phone_invalid: "Escribe un teléfono válido de 10 dígitos",
  phone_not_dialable: "Escribe un teléfono al que se pueda llamar",
  phone_not_us: "Solo los celulares de Estados Unidos pueden recibir nuestros mensajes de texto.",
  pickup_outside_stop: "Elige una hora en la que el food truck esté ahí.",
  pickup_time_invalid: "Elige una hora para recoger como 18:30.",
  pickup_too_soon: ({ minutes }) => `Deja al menos ${minutes} minutos para prepararla`,
  position_incomplete: "Manda lat y lng, o ninguna.",
  preview_outdated: "Algo cambió desde esta vista previa. Vuelve a revisarla.",
  price_changed: ({ item, cents }) => `${item} ahora cuesta ${formatCents(cents)}.`,
  prices_changed: "Los precios cambiaron. Revisa el total antes de cobrar.",
  push_device_not_found: "Este dispositivo ya se había quitado.",
  push_devices_too_many: "Ya hay demasiados dispositivos con avisos. Primero quita uno.",
  push_keys_invalid: "Las claves de avisos del navegador no son válidas.",
  push_not_set_up: "Desde aquí no se pueden mandar notificaciones.",
  push_order_over: "Esta orden ya terminó.",
  push_service_unknown: "El servicio de avisos de este navegador no es compatible.",
  quantity_invalid: ({ max }) => `Elige de 1 a ${max}.`,
  quantity_too_small: "Elige una cantidad de al menos 1.",
  report_invalid: "Esto no es un reporte del navegador.",
  report_type_wrong: "Este tipo de reporte no se acepta.",
  request_too_slow: "La solicitud tardó demasiado en llegar. Vuelve a intentarlo.",
  required: "Obligatorio.",
  required_fields: "Llena todos los campos obligatorios",
  same_place: "La parada ya está en este lugar.",
  search_invalid: ({ max }) => `La búsqueda tiene ${max} caracteres como máximo.`,
  self_service_off: "Esta orden no se puede cambiar aquí. Pregunta en el food truck.",
  server_ending: "Este servidor está por terminar.",
  server_error: "Algo salió mal de nuestro lado. Vuelve a intentarlo.",
  signature_invalid: "La firma no es válida.",
  slot_full: "Esta hora para recoger ya está llena. Elige otra.",
  slot_invalid: "Elige una de las horas para recoger.",
  slot_length_invalid: "Elige 5, 10, 15, 20 o 30 minutos",
  slot_too_soon: "Esta hora para recoger es demasiado pronto. Elige una más tarde.",
  slots_booked_out: "Ya no quedan horas para recoger en esta parada.",
  sms_budget_used_up: "Ya se alcanzó el límite de hoy para este tipo de mensajes de texto.",
  sms_empty: "Escribe un mensaje.",
  sms_new_numbers: "Se mandaron demasiados mensajes a números nuevos en una hora.",
  sms_no_answer: "El servicio de mensajes no respondió.",
  sms_not_set_up: "Los mensajes de texto no están configurados.",
  sms_share_used_up: "Este food truck ya usó su parte de los mensajes de texto de hoy.",
  status_conflict: ({ number }) => `La orden #${number} ya cambió de estado. Revísala otra vez.`,
  still_sending: "Este mensaje se está mandando. Espera un momento.",
  stop_changed: "La hora o el lugar de esta parada cambió. Revísala y vuelve a ordenar.",
  stop_closed: "Este food truck no está tomando órdenes en esta parada por ahora.",
  stop_has_begun:
    "Esta parada ya empezó. Se puede cambiar su nota, subir su capacidad y terminar más tarde",
  stop_has_orders:
    "Hay clientes que ordenaron para esta parada. Aquí solo puede terminar más tarde, tomar más órdenes o cambiar su nota. Para lo demás elige Cambio de plan, que les avisa.",
  stop_in_the_past: "Una parada que ya terminó no se puede agregar ni cambiar",
  stop_is_changing:
    "En unos segundos empieza un cambio de planes de esta parada. Deshazlo o espera a que empiece.",
  stop_is_over: "Esta parada ya terminó. Solo se puede cambiar su nota",
  stop_not_found: "No encontramos esta parada.",
  stop_overlaps: "Este food truck tiene otra parada a esa hora.",
  stop_required: "Elige de qué parada se trata.",
  stop_times_required: "Elige una fecha, un inicio y un final",
  stop_too_long: ({ hours }) => `Una parada dura ${hours} horas como máximo`,
  tag_invalid: ({ max }) => `Una etiqueta tiene de 1 a ${max} caracteres.`,
  tags_too_many: ({ max }) => `Usa ${max} etiquetas como máximo`,
  text_refused: ({ number }) => `El servicio de mensajes no aceptó el mensaje (${number}).`,
  time_of_day_invalid: "Escribe una hora como 11:30",
  time_too_late: "Elige una hora dentro de los próximos 7 días.",
  time_too_soon: "Elige una hora al menos un minuto más tarde.",
  tip_invalid: "Escribe la propina en dólares, con dos decimales como máximo.",
  tip_too_large: ({ cents }) =>
    `La propina de esta orden puede ser de ${formatCents(cents)} como máximo.`,
  tips_off: "Este food truck no acepta propinas. Elige “Sin propina” e inténtalo otra vez.",
  too_few: ({ min }) => `Elige al menos ${min}.`,
  too_few_options: ({ item, group, min }) => `${item}: elige al menos ${min} de ${group}.`,
  too_large: "La solicitud es demasiado grande.",
  too_late: "Ya es tarde para cambiar esta orden. Llama al food truck.",
  too_long: ({ max }) => `Usa ${max} caracteres como máximo.`,
  too_many: ({ max }) => `Elige ${max} como máximo.`,
  too_many_decimals: "Usa dos decimales como máximo.",
  too_many_options: ({ item, group, max }) => `${item}: elige ${max} de ${group} como máximo.`,
  too_many_reads:
    "Llegan demasiadas solicitudes desde tu red. Espera un momento y vuelve a intentarlo.",
  too_many_requests: "Demasiadas solicitudes. Espera un momento y vuelve a intentarlo.",
  too_many_unpaid:
    "Hay demasiadas órdenes sin pagar desde tu red en este momento. Vuelve a intentarlo en un minuto.",
  too_short: ({ min }) => `Usa al menos ${min} caracteres.`,
  total_out_of_range: ({ minCents, maxCents }) =>
    `El total de una orden va de ${formatCents(minCents)} a ${formatCents(maxCents)}.`,
  truck_changed: "Alguien más cambió este food truck mientras tanto. Revísalo y guárdalo otra vez.",
  truck_closed: "Este food truck no está tomando órdenes por ahora.",
  truck_closed_because: ({ words: why }) =>
    `Este food truck no está tomando órdenes por ahora: ${why}`,
  truck_closed_because_until: ({ words: why, resumesAt, timezone }) =>
    `${closing(why)} ${resuming(resumesAt, timezone)}`,
  truck_closed_until: ({ resumesAt, timezone }) =>
    `Este food truck no está tomando órdenes por ahora. ${resuming(resumesAt, timezone)}`,
  truck_has_orders: ({ count, cents }) =>
    count === 1
      ? `Este food truck tiene ahora 1 orden abierta, por ${formatCents(cents)}.`
      : `Este food truck tiene ahora ${count} órdenes abiertas, por ${formatCents(cents)} en total.`,
  truck_image_url_invalid: "Sube una imagen o da una dirección que empiece con https://",
  truck_is_draft: "Este food truck es un borrador. Publícalo para que los clientes lo vean.",
  truck_not_found: "No encontramos este food truck.",
  truck_not_loaded: "No se pudo cargar la información del food truck. Vuelve a intentarlo.",
  truck_not_ready: "Este food truck todavía no se puede publicar, porque le falta algo.",
  truck_required: "Elige un food truck.",
  truck_unknown: "Este food truck no existe.",
  unavailable: "El servicio no está disponible por ahora. Vuelve a intentarlo en un momento.",
  unprintable: "Este texto tiene caracteres que no se pueden imprimir.",
  uri_too_long: "La dirección de la solicitud es demasiado larga.",
  url_not_own: ({ origin }) => `La dirección debe estar en ${origin}.`,
  version_conflict: "Alguien más cambió esto mientras tanto. Revísalo y guárdalo otra vez.",
  wrong_media_type: "Manda JSON con el tipo de contenido application/json.",
  wrong_type: "Este valor es de otro tipo.",
};

function closing(why: string): string {
  const sentence = `Este food truck no está tomando órdenes por ahora: ${why}`;
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function upTo(instant: string, zone: string): string {
  return withArticle(formatTimeOfDay(new Date(instant), zone));
}

function resuming(instant: string, zone: string): string {
  return ended(`Vuelve a tomar órdenes a ${withArticle(formatTimeOfDay(new Date(instant), zone))}`);
}
