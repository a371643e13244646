/** What the server's errors say in Spanish, by their reason. In English the server's own sentence is shown. */
import type { components } from "@/domain/api/schema.gen";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { formatCents } from "@/domain/values/money";
import { ended, withArticle } from "@/messages/language";

type Reasons = components["schemas"]["ErrorReasons"];

/** A sentence, or how it is made from the values of its reason. */
export type ErrorWords = {
  [Reason in keyof Reasons]: string | ((values: Reasons[Reason]) => string);
};

export const errors: ErrorWords = {
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
  close_not_found: "No encontramos este cierre.",
  count_required: "Envía la suma contada, o los billetes y monedas.",
  csv_empty: "Este archivo está vacío.",
  csv_is_archive: "Este es un archivo ZIP. Descomprímelo y elige el CSV que trae.",
  csv_is_document:
    "Este es un documento de texto, no una tabla. Copia el menú a una hoja de cálculo y guárdala como “CSV UTF-8”.",
  csv_is_html:
    "Esta es una página web. Copia el menú a una hoja de cálculo y guárdala como “CSV UTF-8”.",
  csv_is_image:
    "Esta es una foto. Escribe el menú en una hoja de cálculo y guárdala como “CSV UTF-8”.",
  csv_is_json:
    "Este es un archivo JSON, no una tabla. Exporta el menú como CSV y elige ese archivo.",
  csv_is_pdf: "Este es un PDF. Escribe el menú en una hoja de cálculo y guárdala como “CSV UTF-8”.",
  csv_is_workbook:
    "Este es un libro, como los guardan Excel, Numbers o LibreOffice. En la hoja de cálculo elige “Guardar como” y luego “CSV UTF-8”.",
  csv_malformed: ({ detail }) => `Este archivo no es un CSV correcto: ${detail}`,
  csv_no_header:
    "No se encontró ninguna fila con nombres de columnas. La primera fila debe nombrar las columnas, al menos “name” y “price”.",
  csv_not_utf8:
    "Este archivo no está en UTF-8. En la hoja de cálculo elige “Guardar como” y luego “CSV UTF-8”.",
  csv_required: "Elige un archivo CSV.",
  csv_too_large: ({ kibibytes }) => `El archivo pesa más de ${kibibytes} KiB.`,
  csv_too_many_rows: ({ max, count }) =>
    `El archivo tiene ${count} filas; se pueden importar ${max} a la vez.`,
  current_password_required: "Escribe tu contraseña actual para cambiar tu correo o tu contraseña",
  current_password_wrong: "La contraseña actual no es correcta",
  cursor_invalid: "Esta lista cambió. Empieza otra vez desde la primera página.",
  customer_busy:
    "Este cliente tiene una orden abierta. Borra sus datos cuando se complete o se cancele.",
  customer_pay_out_due: ({ number, cents }) =>
    `El reembolso de ${formatCents(cents)} de la orden #${number} aún no se ha pagado. Págalo primero.`,
  customer_paying:
    "Este cliente puede estar pagando en este momento. Vuelve a intentarlo en dos horas.",
  customer_payment_disputed:
    "Un banco cuestionó un pago de este cliente. Borra sus datos cuando se decida.",
  customer_payment_held:
    "Un pago de este cliente espera una decisión en Pagos retenidos. Decídelo primero.",
  customer_sms_sending:
    "Se le está mandando un mensaje a este cliente. Vuelve a intentarlo en un minuto.",
  customer_unknown: "Este cliente no existe.",
  database_unavailable: "La base de datos no responde.",
  day_invalid: "Manda un día como 2026-07-01.",
  day_or_instant_invalid: "Manda un día como 2026-07-01 o un instante como 2026-07-01T19:30:00Z.",
  decision_invalid: "Elige una de las dos decisiones.",
  device_link_needs_browser: "Abre este enlace en el navegador con el que quieres iniciar sesión.",
  disruption_not_found: "No encontramos este cambio de plan.",
  disruption_running: "Otro cambio de plan de esta parada sigue en curso.",
  disruption_started: "Este cambio de plan ya empezó y no se puede deshacer.",
  disruption_stop_cancelled: "Esta parada está cancelada.",
  disruption_stop_over: "Esta parada ya terminó.",
  drawer_changed: "Se vendió o se movió algo mientras contabas. Revisa la nueva suma.",
  drawer_closed: "Esta caja ya se contó y se cerró.",
  drawer_full: "Esta caja tiene demasiados movimientos. Cierra el día y abre la caja de nuevo.",
  drawer_not_found: "No encontramos esta caja.",
  drawer_open: "La caja ya está abierta.",
  early_end_outside: "Elige un final entre el inicio de la parada y su final actual.",
  early_end_passed: "Esta hora ya pasó.",
  early_end_required: "Di a qué hora termina la parada.",
  email_change_no_email:
    "Desde aquí no se puede mandar correo, así que no se puede confirmar uno nuevo. Tu correo sigue igual.",
  email_invalid: "Escribe un correo electrónico válido",
  email_link_invalid: "Este enlace no sirve para tu cuenta, o ya no sirve. Pide otro en tu perfil.",
  email_not_set_up:
    "Desde aquí no se puede mandar correo. Pide una contraseña nueva a un administrador.",
  email_required: "Falta el correo electrónico",
  email_taken: "Ya hay una cuenta con este correo electrónico.",
  end_before_start: "El final debe ser después del inicio",
  erasure_reason_required: ({ max }) => `Di por qué, con ${max} caracteres como máximo.`,
  event_invalid: "El evento no es del proveedor.",
  export_too_large: ({ max }) => `Esto tiene más de ${max} filas. Elige menos días.`,
  extra_lead_is_over: "Esa hora ya pasó. Elige una más tarde.",
  extra_lead_too_long: "Los minutos extra pueden durar hasta 7 días",
  first_day_required: "Elige el primer día",
  food_started:
    "La cocina ya empezó esta orden, así que sus platillos no pueden volver a las existencias.",
  form_malformed: "el formulario está dañado o incompleto",
  form_required: "manda la imagen como multipart/form-data",
  groups_too_many: ({ max }) => `Usa ${max} grupos de opciones como máximo.`,
  held_payment_is_order: "Este pago ya es una orden. Reembólsalo ahí.",
  held_payment_refunding: "Este pago se está reembolsando.",
  held_payment_unknown: "Este pago no existe.",
  host_invalid: "El encabezado Host no es válido.",
  idempotency_key_invalid: ({ max }) => `La clave Idempotency-Key tiene de 1 a ${max} caracteres.`,
  idempotency_key_reused: "Esta clave Idempotency-Key ya se usó con otra solicitud.",
  image_too_expensive: "Esta imagen es demasiado difícil de leer. Elige otra.",
  image_too_many_pixels: "Esta imagen es demasiado grande. Elige una más chica.",
  image_too_tall: "Esta imagen es demasiado larga. Elige otra.",
  image_unreadable: "Esta imagen no se puede leer. Elige un JPEG, PNG, WebP o HEIC.",
  image_url_invalid: "Usa una dirección que empiece con https: o sube una imagen.",
  import_amount_without_plus: ({ words, suggestion }) =>
    `“${words}” tiene un monto sin el signo más. ¿Quisiste decir “${suggestion}”? Si el monto es parte del nombre, ponle una diagonal invertida (\\) antes.`,
  import_available_invalid: "Escribe yes o no (también sí o no).",
  import_choices_invalid: 'Manda las decisiones como JSON, por ejemplo {"3": "change"}.',
  import_column_left_out: ({ column }) =>
    `La columna “${column}” no se conoce aquí y se dejó fuera.`,
  import_column_missing: ({ column }) => `Falta la columna “${column}”.`,
  import_column_twice: ({ column }) => `La columna “${column}” está dos veces.`,
  import_group_no_colon: ({ words }) =>
    `A “${words}” le faltan los dos puntos. Escribe un grupo así: Tamaño [1-1]: Chico; Grande +2.00`,
  import_group_no_limits: ({ words }) =>
    `“${words}” no dice cuántas se pueden elegir. Escribe el mínimo y el máximo, así: Tamaño [1-1]: Chico; Grande +2.00`,
  import_id_twice: ({ row }) => `La fila ${row} tiene el mismo id.`,
  import_id_unknown:
    "Este menú no tiene ningún platillo con este id. Deja el id vacío para agregar uno nuevo.",
  import_invalid: "No se cambió nada, porque algunas filas no se pueden aceptar.",
  import_max_lowered: ({ group, max, count }) =>
    `“${group}” permite elegir hasta ${max}, pero tiene ${count}. El archivo se leyó como hasta ${count}.`,
  import_name_gone: "El platillo que esta fila debía cambiar ya no está en el menú.",
  import_name_unanswered:
    "El menú o este archivo ya tiene un platillo con este nombre. Di si esta fila cambia ese o agrega otro.",
  import_nameless_column_left_out: "Una columna sin nombre se dejó fuera.",
  import_number_invalid: "Escribe un número entero, o nada.",
  import_option_unclear: ({ words }) =>
    `“${words}” no está claro. Escribe una opción así: Grande +2.00 (sold out)`,
  import_options_with_comma: ({ words, suggestion }) =>
    `“${words}” es una sola opción con una coma. ¿Quisiste decir “${suggestion}”? Si es una sola opción, escribe “\\${words}”.`,
  import_price_comma: ({ words }) =>
    `“${words}” tiene una coma. Escribe los centavos después de un punto, como 8.50.`,
  import_price_invalid: ({ words }) => `“${words}” no es un precio. Escríbelo como 8.50.`,
  import_price_required: "Escribe un precio, como 8.50.",
  import_row_too_long: "Esta fila tiene más celdas que columnas hay.",
  import_rows_above_left_out: ({ row }) =>
    `Los nombres de las columnas se encontraron en la fila ${row}. Las filas de arriba se dejaron fuera.`,
  import_single_required_option: ({ words, suggestion, group }) =>
    `“${group}” es obligatorio y tiene una sola opción. ¿Quisiste decir “${suggestion}”, o más opciones después de un punto y coma? Si así debe ser, escribe “\\${words}”.`,
  import_surcharge_invalid: ({ words }) =>
    `El cargo extra de “${words}” no es un monto. Escríbelo como +2.00.`,
  instant_invalid: "Manda un instante como 2026-07-01T19:30:00Z, o null.",
  invalid_input: "Revisa lo que escribiste.",
  invitation_no_email:
    "Desde aquí no se puede mandar correo. Mejor ponle una contraseña a la cuenta.",
  invitation_over: "Esta cuenta ya no espera una invitación.",
  item_changed: "Alguien más cambió este platillo mientras tanto. Revísalo y guárdalo otra vez.",
  item_gone: "Este platillo ya no está en el menú.",
  item_not_found: "No encontramos este platillo.",
  item_sold_out: ({ item }) => `${item}: agotado.`,
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
  last_factor_required: "Tu cuenta necesita un segundo factor. Agrega otro antes de quitar este.",
  last_superadmin: "Este es el último superadministrador. Crea otro primero.",
  late_past_the_end:
    "Con tanto retraso, la parada empezaría después de su final. Alárgala o cancélala.",
  late_too_long: ({ hours }) =>
    `Con tanto retraso, la parada duraría más de ${hours} horas. Deja que termine como estaba previsto o cancélala.`,
  line_count_invalid: ({ max }) => `Una orden tiene de 1 a ${max} líneas.`,
  line_index_invalid: "Nombra cada línea de la orden una vez, por su índice desde 0.",
  max_select_too_large: ({ count }) => `Este grupo solo tiene ${count} opciones.`,
  max_select_too_small: "Los clientes eligen al menos una: usa 1 o más.",
  menu_changed: "El menú cambió mientras tanto. Revísalo otra vez.",
  menu_full: ({ max }) => `Un menú tiene ${max} platillos como máximo.`,
  menu_not_found: "No encontramos el menú de este food truck.",
  method_not_allowed: "Esta dirección no acepta este método.",
  min_select_above_max: "Esto no puede ser más que lo máximo que se puede elegir.",
  name_invalid: ({ max }) => `El nombre tiene de 1 a ${max} caracteres.`,
  name_required: "Falta el nombre",
  no_account: "Este food truck todavía no tiene una cuenta de pagos. Crea una primero.",
  no_pending_email: "Ningún correo nuevo espera confirmación.",
  no_second_factor:
    "Los códigos de recuperación reemplazan un segundo factor. Configura uno primero.",
  not_allowed: "No tienes permiso para hacer esto.",
  not_found: "Aquí no se encontró nada.",
  not_own_customer: ({ days }) =>
    `Solo puedes escribir a clientes que en los últimos ${days} días pagaron en línea o contestaron un mensaje de tu food truck, o que tienen una orden abierta.`,
  note_invalid: ({ max }) => `La nota tiene ${max} caracteres como máximo.`,
  nothing_left_to_refund: "Ya no queda nada por reembolsar.",
  nothing_to_refund: "Este pago ya se devolvió completo.",
  number_out_of_range: ({ min, max }) => `Usa un número de ${min} a ${max}.`,
  number_too_large: ({ max }) => `Usa ${max} o menos.`,
  number_too_small: ({ min }) => `Usa ${min} o más.`,
  offer_below_uses: ({ uses }) =>
    `Esta oferta ya se usó ${uses} veces. Escribe al menos ese número, o ponla en pausa.`,
  offer_changed: "Esta oferta acaba de cambiar. Revisa el nuevo total y continúa.",
  offer_code_fixed: "El código de una oferta no cambia. Termina esta oferta y agrega otra.",
  offer_code_invalid: "Un código tiene de 3 a 20 letras y números.",
  offer_code_taken: "Otra oferta tiene este código. Elige otro, o termina antes esa oferta.",
  offer_discount_required: "Escribe un porcentaje o una cantidad.",
  offer_discount_twice: "Escribe un porcentaje o una cantidad, no los dos.",
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
  offer_unknown: "No conocemos este código. Revísalo, o continúa sin él.",
  offer_unchecked:
    "Este código no se puede usar desde tu red en este momento. Continúa sin él o vuelve a intentarlo en una hora.",
  offer_used: "Este código ya se usó con este número de teléfono. Continúa sin él.",
  offer_used_up: "Este código ya se usó todas las veces posibles. Continúa sin él.",
  offers_full: "Ya hay 200 ofertas. Termina antes una que ya no haga falta.",
  opted_out: "Este cliente pidió no recibir mensajes (ALTO). Mejor llámalo.",
  option_gone: ({ item }) => `Una opción de ${item} ya no se ofrece.`,
  option_group_unknown: "Este platillo no tiene ese grupo de opciones propio.",
  option_not_found: "No encontramos esta opción.",
  option_set_changed:
    "Alguien más cambió este conjunto de opciones mientras tanto. Revísalo y guárdalo otra vez.",
  option_set_fixed: "Estas opciones son de un conjunto. Cambia el conjunto, o sepáralas de él.",
  option_set_in_use: "Hay platillos que usan este conjunto de opciones. Quítalo de ellos primero.",
  option_set_not_found: "No encontramos este conjunto de opciones.",
  option_set_twice: "Este platillo ya usa el conjunto.",
  option_set_unknown: "No existe ese conjunto de opciones.",
  option_sets_full: ({ max }) => `Un food truck tiene ${max} conjuntos de opciones como máximo.`,
  option_sold_out: ({ item, option }) => `${item}: ${option} se agotó.`,
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
  own_account:
    "No puedes desactivar, bajar de rol ni borrar tu propia cuenta. Pídeselo a otro superadministrador.",
  own_password: "Cambia tu propia contraseña en tu perfil, con la actual.",
  own_second_factors: "Quita tus propios segundos factores en tu perfil, en Seguridad.",
  parameter_missing: ({ name }) => `Falta ${name}.`,
  passkey_not_added: "No se pudo agregar la llave de acceso. Inténtalo otra vez.",
  passkey_refused:
    "No se aceptó esta llave de acceso. Inténtalo otra vez o entra con tu contraseña.",
  password_common: "Esta contraseña es una de las más comunes. Elige otra",
  password_link_invalid: "Este enlace ya no sirve. Pide uno nuevo.",
  password_length: ({ min, max }) => `La contraseña debe tener de ${min} a ${max} caracteres`,
  password_required: "Falta la contraseña",
  password_too_long: ({ max }) => `La contraseña debe tener ${max} caracteres como máximo`,
  password_too_short: ({ min }) => `La contraseña debe tener al menos ${min} caracteres`,
  pause_is_over: "Esta pausa ya habría terminado. Elige una hora más tarde.",
  pause_too_long: "Una pausa puede durar hasta un año",
  pay_out_unknown: "No encontramos este reembolso entre los que se pagan en el mostrador.",
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
  phone_not_us: "Solo los celulares de Estados Unidos pueden recibir nuestros mensajes de texto.",
  phone_not_dialable: "Escribe un teléfono al que se pueda llamar",
  pickup_outside_stop: "Elige una hora en la que el food truck esté ahí.",
  pickup_time_invalid: "Elige una hora para recoger como 18:30.",
  pickup_too_soon: ({ minutes }) => `Deja al menos ${minutes} minutos para prepararla`,
  pieces_invalid: ({ max }) =>
    `Nombra billetes y monedas por su valor, como 20 o 0.25, con 0 a ${max} piezas de cada uno.`,
  place_has_orders:
    "Hay clientes con órdenes para una parada en este lugar, así que su zona horaria no puede cambiar. Para otras paradas, agrega el lugar de nuevo con la zona correcta.",
  place_in_use: "Una próxima parada usa este lugar. Mueve o borra primero la parada.",
  place_not_found: "No encontramos este lugar.",
  place_required: "Elige un lugar",
  place_unknown: "Ese lugar no existe",
  position_incomplete: "Manda lat y lng, o ninguna.",
  preview_outdated: "Algo cambió desde esta vista previa. Vuelve a revisarla.",
  price_changed: ({ item, cents }) => `${item} ahora cuesta ${formatCents(cents)}.`,
  prices_changed: "Los precios cambiaron. Revisa el total antes de cobrar.",
  proof_password_wrong: "La contraseña no es correcta.",
  push_device_not_found: "Este dispositivo ya se había quitado.",
  push_devices_too_many: "Ya hay demasiados dispositivos con avisos. Primero quita uno.",
  push_keys_invalid: "Las claves de avisos del navegador no son válidas.",
  push_not_set_up: "Desde aquí no se pueden mandar notificaciones.",
  push_order_over: "Esta orden ya terminó.",
  push_service_unknown: "El servicio de avisos de este navegador no es compatible.",
  quantity_invalid: ({ max }) => `Elige de 1 a ${max}.`,
  quantity_too_small: "Elige una cantidad de al menos 1.",
  reauthentication_required: "Confirma que eres tú.",
  receipt_cancelled: "Una orden cancelada no tiene recibo.",
  receipt_no_mail:
    "No hay un servidor de correo configurado, así que no se puede enviar el recibo. Imprímelo.",
  receipt_sent_often: ({ max }) => `El recibo de esta orden ya se envió ${max} veces. Imprímelo.`,
  refund_amount_invalid: "Escribe un monto mayor que cero, con dos decimales como máximo.",
  refund_amount_too_large: ({ cents }) => `Se pueden reembolsar ${formatCents(cents)} como máximo.`,
  refund_quantity_too_large: ({ quantity, item }) =>
    `De ${item} se pueden reembolsar ${quantity} como máximo.`,
  refund_reason_required: "Di por qué se devuelve el dinero.",
  refund_refused: "El servicio de pagos no aceptó este reembolso.",
  refund_too_large: "Eso es más de lo que queda por reembolsar.",
  report_invalid: "Esto no es un reporte del navegador.",
  report_type_wrong: "Este tipo de reporte no se acepta.",
  required: "Obligatorio.",
  required_fields: "Llena todos los campos obligatorios",
  same_place: "La parada ya está en este lugar.",
  search_invalid: ({ max }) => `La búsqueda tiene ${max} caracteres como máximo.`,
  second_factor_not_found: "Este segundo factor ya no existe.",
  second_factor_proof_wrong: "No es correcto o ya se usó. Prueba con el código más reciente.",
  second_factor_required:
    "Tu cuenta necesita un segundo factor. Configúralo en tu perfil, en Seguridad.",
  second_factor_wrong:
    "Este código no es correcto o ya no sirve. Prueba con el más reciente o inicia sesión de nuevo.",
  self_service_off: "Esta orden no se puede cambiar aquí. Pregunta en el camión.",
  series_not_found: "No encontramos esta serie.",
  server_ending: "Este servidor está por terminar.",
  server_error: "Algo salió mal de nuestro lado. Vuelve a intentarlo.",
  setup_code_wrong:
    "Este código no es correcto. Revisa que la hora de tu teléfono sea automática y prueba con el código más reciente.",
  session_not_found: "Esta sesión ya se cerró.",
  sign_in_needed: "Inicia sesión.",
  sign_in_paused: "Demasiados intentos fallidos. Espera un momento y vuelve a intentarlo.",
  sign_in_shut:
    "Demasiados intentos fallidos con este correo. Usa tu llave de acceso, o el enlace que te podemos mandar por correo.",
  sign_in_shut_no_email:
    "Demasiados intentos fallidos con este correo. Usa tu llave de acceso, o pide una contraseña nueva a un administrador.",
  signature_invalid: "La firma no es válida.",
  slot_full: "Esta hora para recoger ya está llena. Elige otra.",
  slot_invalid: "Elige una de las horas para recoger.",
  slot_length_invalid: "Elige 5, 10, 15, 20 o 30 minutos",
  slot_too_soon: "Esta hora para recoger es demasiado pronto. Elige una más tarde.",
  slots_booked_out: "Ya no quedan horas para recoger en esta parada.",
  slug_invalid:
    "Usa minúsculas, números y guiones, 64 como máximo, sin guion al principio ni al final",
  slug_or_name_required: "Manda una dirección, o un nombre para formarla.",
  slug_reserved: "Esta dirección la usa el propio producto. Elige otra",
  slug_taken: "Otro food truck ya tiene esta dirección. Elige otra",
  sms_budget_used_up: "Ya se alcanzó el límite de hoy para este tipo de mensajes de texto.",
  sms_empty: "Escribe un mensaje.",
  sms_new_numbers: "Se mandaron demasiados mensajes a números nuevos en una hora.",
  sms_no_answer: "El servicio de mensajes no respondió.",
  sms_not_set_up: "Los mensajes de texto no están configurados.",
  sms_share_used_up: "Este food truck ya usó su parte de los mensajes de texto de hoy.",
  status_conflict: ({ number }) => `La orden #${number} ya cambió de estado. Revísala otra vez.`,
  still_sending: "Este mensaje se está mandando. Espera un momento.",
  stock_below_taken: ({ taken }) =>
    taken === 1
      ? "Ya se ordenó 1. Usa 1 o más en total."
      : `Ya se ordenaron ${taken}. Usa ${taken} o más en total.`,
  stock_subject_required: "Elige un platillo o una opción.",
  stock_subject_twice: "Esto se cuenta dos veces.",
  stock_subject_unknown: "Esto no está en el menú.",
  stock_uncounted: "En esta parada no se cuenta. Indica cuántos quedan.",
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
  timezone_unknown: "Elige una zona horaria como America/Los_Angeles",
  tip_invalid: "Escribe la propina en dólares, con dos decimales como máximo.",
  tip_presets_invalid: ({ count, min, max }) =>
    `Escribe ${count} porcentajes enteros distintos de ${min} a ${max}, como 15, 18 y 20.`,
  tip_too_large: ({ cents }) =>
    `La propina de esta orden puede ser de ${formatCents(cents)} como máximo.`,
  tips_off: "Este food truck no acepta propinas. Elige “Sin propina” e inténtalo otra vez.",
  too_few: ({ min }) => `Elige al menos ${min}.`,
  too_few_options: ({ item, group, min }) => `${item}: elige al menos ${min} de ${group}.`,
  too_large: "La solicitud es demasiado grande.",
  too_late: "Ya es tarde para cambiar esta orden. Llama al camión.",
  too_long: ({ max }) => `Usa ${max} caracteres como máximo.`,
  too_many: ({ max }) => `Elige ${max} como máximo.`,
  too_many_decimals: "Usa dos decimales como máximo.",
  too_many_options: ({ item, group, max }) => `${item}: elige ${max} de ${group} como máximo.`,
  too_many_reads:
    "Llegan demasiadas solicitudes desde tu red. Espera un momento y vuelve a intentarlo.",
  too_many_requests: "Demasiadas solicitudes. Espera un momento y vuelve a intentarlo.",
  too_many_second_factors: "Tienes 10 segundos factores. Quita uno antes de agregar otro.",
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
  upload_empty: "el archivo está vacío",
  upload_failed: "La imagen no se pudo subir. Vuelve a intentarlo.",
  upload_file_too_large: ({ megabytes }) => `la imagen pesa más de ${megabytes} MB`,
  upload_folder_unknown: "esa carpeta no existe",
  upload_several_files: "manda un archivo a la vez",
  upload_too_large: "El archivo es demasiado grande.",
  upload_without_file: "no se mandó ningún archivo",
  uri_too_long: "La dirección de la solicitud es demasiado larga.",
  url_not_own: ({ origin }) => `La dirección debe estar en ${origin}.`,
  version_conflict: "Alguien más cambió esto mientras tanto. Revísalo y guárdalo otra vez.",
  weekdays_invalid: "Elige al menos un día de la semana",
  wrong_credentials: "Correo o contraseña incorrectos",
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
