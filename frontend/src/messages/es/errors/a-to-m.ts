import { formatCents } from "@/domain/values/money";
import type { ErrorWords } from "@/messages/error-words";

/** The first half of the reasons, by name. */
export const firstErrors = {
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
} satisfies Partial<ErrorWords>;
