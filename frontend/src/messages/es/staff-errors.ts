/** What the errors say in Spanish that only staff can meet: about sign-in, imports, refunds and what they plan. */

import type { components } from "@/domain/api/schema.gen";
import { formatCents } from "@/domain/values/money";

type Reasons = components["schemas"]["ErrorReasons"];

/** A sentence, or how it is made from the values of its reason. */
export type ErrorWords = {
  [Reason in keyof Reasons]: string | ((values: Reasons[Reason]) => string);
};

export const staffErrors = {
  device_unknown: "Aquí no conocemos esta tableta.",
  format_unknown:
    "Esta orden se escribió con una versión más nueva. Se enviará de nuevo más tarde.",
  order_arrived: "Esta orden ya llegó.",
  order_discarded: "Esta orden se descartó. Descártala aquí también, o toma una orden nueva.",
  order_items_unknown:
    "Esta orden tiene platillos que no son de este food truck. Descártala o regístrala de nuevo.",
  order_sums_differ:
    "Las sumas de esta orden no cuadran. Regístrala como venta de ahora o descártala.",
  order_too_old: "Esta orden tiene más de 14 días. Regístrala como venta de ahora o descártala.",
  sum_differs: "Esto no cuadra.",
  address_missing: "Primero escribe la dirección comercial del food truck.",
  close_not_found: "No encontramos este cierre.",
  count_required: "Envía la suma contada, o los billetes y monedas.",
  counter_stop_changed: "Esta parada o su impuesto cambió. Revisa el total antes de cobrar.",
  counter_payment_changed: "Este pago cambió mientras tanto.",
  counter_payment_unknown: "Este pago no existe.",
  current_password_required: "Escribe tu contraseña actual para cambiar tu correo o tu contraseña",
  current_password_wrong: "La contraseña actual no es correcta",
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
  decision_invalid: "Elige una de las dos decisiones.",
  diet_gluten_free_contradicted: "Un platillo sin gluten no contiene trigo.",
  diet_vegan_contradicted: "Un platillo vegano no contiene leche, huevo, pescado ni mariscos.",
  diet_vegetarian_contradicted: "Un platillo vegetariano no contiene pescado ni mariscos.",
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
  email_link_invalid: "Este enlace no sirve para tu cuenta, o ya no sirve. Pide otro en tu perfil.",
  email_not_set_up:
    "Desde aquí no se puede mandar correo. Pide una contraseña nueva a un administrador.",
  email_taken: "Ya hay una cuenta con este correo electrónico.",
  erasure_reason_required: ({ max }) => `Di por qué, con ${max} caracteres como máximo.`,
  groups_too_many: ({ max }) => `Usa ${max} grupos de opciones como máximo.`,
  held_payment_is_order: "Este pago ya es una orden. Reembólsalo ahí.",
  held_payment_refunding: "Este pago se está reembolsando.",
  held_payment_unknown: "Este pago no existe.",
  import_cell_error: ({ cell }) => `${cell} contiene un error. Escribe ahí el valor.`,
  import_currency: ({ words }) =>
    `Los precios de este archivo están en ${words}. Solo se pueden importar dólares de EE. UU.`,
  import_done: "Esta importación ya está hecha.",
  import_edited:
    "Algunos de estos platillos se editaron después, así que la importación no se puede deshacer.",
  import_file_damaged:
    "Este archivo está dañado o incompleto. Guárdalo otra vez y elígelo de nuevo.",
  import_file_empty: "Este archivo está vacío.",
  import_file_expensive: "Leer este archivo da demasiado trabajo.",
  import_file_is_archive: "Este es un archivo ZIP. Descomprímelo y elige los archivos que trae.",
  import_file_is_document:
    "Este es un documento de texto, no una tabla. Copia el menú a una hoja de cálculo.",
  import_file_is_encrypted: "Esta hoja de cálculo tiene contraseña. Guárdala sin ella.",
  import_file_is_html:
    "Esta es una página web. Copia el menú a una hoja de cálculo y elige ese archivo.",
  import_file_is_image:
    "Esta es una foto. Escribe el menú en una hoja de cálculo y elige ese archivo.",
  import_file_is_json: ({ extension }) =>
    `Este archivo es JSON y su nombre termina en ${extension}. Cámbiale el nombre para que termine en .json.`,
  import_file_is_numbers: "Este es un documento de Numbers. Expórtalo ahí como Excel o CSV.",
  import_file_is_pdf: "Este es un PDF. Escribe el menú en una hoja de cálculo y elige ese archivo.",
  import_file_is_text: ({ extension }) =>
    `Este archivo es texto simple y su nombre termina en ${extension}. Cámbiale el nombre para que termine en .csv.`,
  import_file_is_workbook: ({ extension }) =>
    `Este archivo es una hoja de cálculo y su nombre termina en ${extension}. Guárdalo otra vez como .xlsx.`,
  import_file_no_json: "Este archivo no es JSON, aunque su nombre termina en .json.",
  import_file_not_text:
    "La codificación de este archivo no se puede leer. Guárdalo como “CSV UTF-8”.",
  import_file_too_large: "Este archivo se descomprime a más de lo que puede ser un menú.",
  import_file_too_many_cells: ({ max }) =>
    `Los archivos tienen como máximo ${max} celdas en total.`,
  import_file_too_many_rows: ({ max }) => `Los archivos tienen como máximo ${max} filas en total.`,
  import_file_type:
    "Solo se pueden leer archivos que terminan en .csv, .tsv, .txt, .xlsx, .xls, .ods o .json.",
  import_files_required: "Elige un archivo.",
  import_files_too_large: ({ mebibytes }) => `Los archivos pesan más de ${mebibytes} MiB en total.`,
  import_formula_without_result: ({ cell }) =>
    `La fórmula en ${cell} no tiene resultado en el archivo. Escribe ahí el valor.`,
  import_free_left_out: "Que algunas opciones son gratis se dejó fuera.",
  import_hidden_left_out:
    "Este platillo está oculto, archivado o en borrador, así que se dejó fuera.",
  import_item_left_out: "Este platillo se dejó fuera, como dijiste.",
  import_json_unknown:
    "Este archivo JSON no tiene ninguna forma conocida: GloriaFood, Uber Eats, DoorDash o schema.org.",
  import_modifier_price: ({ words }) => `No se puede leer el precio de la opción “${words}”.`,
  import_nested_left_out: "Una opción tiene opciones propias, que se dejaron fuera.",
  import_no_items: "No se encontraron platillos en estos archivos.",
  import_no_table: "No se encontró ninguna tabla con nombres de columnas y platillos.",
  import_not_ready: "Algunas preguntas sobre estos archivos no están contestadas todavía.",
  import_question_unknown: "No existe esa pregunta.",
  import_set_left_out: ({ words }) =>
    `El archivo solo tiene el nombre de las opciones “${words}”, así que se dejaron fuera.`,
  import_several_systems: "Estos archivos vienen de sistemas distintos. Impórtalos uno por uno.",
  import_sheet_left_out: ({ words }) =>
    `La hoja “${words}” no tiene platillos que se conozcan aquí, así que se dejó fuera.`,
  import_size_groups:
    "Algunos tamaños de este platillo tienen opciones propias. Di si las llevan todos los tamaños o ninguno.",
  import_too_many_files: ({ max }) => `Elige como máximo ${max} archivos.`,
  import_too_many_items: ({ max, count }) =>
    `Una importación tiene como máximo ${max} platillos; esta tiene ${count}.`,
  import_undo_late: "Una importación se puede deshacer durante un día. Esta es más vieja.",
  import_unknown: "No existe esa importación.",
  import_variation_left_out: ({ words }) =>
    `“${words}” es la única variación de este platillo, así que su nombre se dejó fuera.`,
  import_which_column: "¿Qué columna es?",
  import_words_left_out: "Lo que el archivo dice de este platillo además de dietas se dejó fuera.",
  import_amount_without_plus: ({ words, suggestion }) =>
    `“${words}” tiene un monto sin el signo más. ¿Quisiste decir “${suggestion}”? Si el monto es parte del nombre, ponle una diagonal invertida (\\) antes.`,
  import_allergens_invalid: ({ choices }) =>
    `Escribe algunos de ${choices}, o none (ninguno). Deja la celda vacía para “sin declarar”.`,
  import_available_invalid: "Escribe yes o no (también sí o no).",
  import_column_left_out: ({ column }) =>
    `La columna “${column}” no se conoce aquí y se dejó fuera.`,
  import_column_twice: ({ column }) => `La columna “${column}” está dos veces.`,
  import_diets_invalid: ({ choices }) =>
    `Escribe algunas de ${choices}, o none (ninguna). Deja la celda vacía para “sin declarar”.`,
  import_group_no_colon: ({ words }) =>
    `A “${words}” le faltan los dos puntos. Escribe un grupo así: Tamaño [1-1]: Chico; Grande +2.00`,
  import_group_no_limits: ({ words }) =>
    `“${words}” no dice cuántas se pueden elegir. Escribe el mínimo y el máximo, así: Tamaño [1-1]: Chico; Grande +2.00`,
  import_id_twice: ({ row }) => `La fila ${row} tiene el mismo id.`,
  import_id_unknown:
    "Este menú no tiene ningún platillo con este id. Deja el id vacío para agregar uno nuevo.",
  import_max_lowered: ({ group, max, count }) =>
    `“${group}” permite elegir hasta ${max}, pero tiene ${count}. El archivo se leyó como hasta ${count}.`,
  import_name_unanswered:
    "El menú o este archivo ya tiene un platillo con este nombre. Di si esta fila cambia ese o agrega otro.",
  import_names_invalid:
    "Escribe cada nombre con su traducción, como Large = Grande; Small = Chico.",
  import_nameless_column_left_out: "Una columna sin nombre se dejó fuera.",
  import_number_invalid: "Escribe un número entero, o nada.",
  import_times_invalid: "Escribe días y horas, como lun-vie 07:00-11:00; sáb 08:00-12:00, o nada.",
  import_tax_class_invalid: "Escribe standard, reduced o exempt, o nada.",
  charge_in_review:
    "Ya se cobró una tarjeta por esta orden. El pago queda en revisión. No vuelvas a cobrar.",
  order_placed: "Esta orden ya se tomó.",
  payment_running: "Hay un pago con tarjeta en curso en un lector. Termínalo o cancélalo primero.",
  print_job_done: "Esto se está imprimiendo o ya terminó.",
  printer_queue_full:
    "Hay demasiados documentos en espera para esta impresora. Descarta algunos primero.",
  too_many_printers:
    "Este food truck tiene todas las impresoras que puede tener. Quita una primero.",
  reader_refused: "El lector de tarjetas rechazó esto.",
  reader_unknown: "Este lector de tarjetas no existe.",
  state_invalid: "Usa las dos letras del estado, como TX.",
  postal_code_invalid: "Usa un código postal como 78701.",
  import_option_unclear: ({ words }) =>
    `“${words}” no está claro. Escribe una opción así: Grande +2.00 (sold out)`,
  import_options_with_comma: ({ words, suggestion }) =>
    `“${words}” es una sola opción con una coma. ¿Quisiste decir “${suggestion}”? Si es una sola opción, escribe “\\${words}”.`,
  import_price_comma: ({ words }) =>
    `“${words}” tiene una coma. Escribe los centavos después de un punto, como 8.50.`,
  import_price_invalid: ({ words }) => `“${words}” no es un precio. Escríbelo como 8.50.`,
  import_price_required: "Escribe un precio, como 8.50.",
  import_file_too_many_columns: ({ max }) => `Una tabla tiene ${max} columnas como máximo.`,
  import_gift_card_left_out: "Una tarjeta de regalo no va en el menú, así que se dejó fuera.",
  import_sold_by_unit:
    "Este artículo se vende por peso o medida, y en un menú va el precio de una porción. Escribe ese precio, como 8.50.",
  import_which_sheet: "Varias hojas pueden ser el menú. ¿Cuál es?",
  import_row_too_long: "Esta fila tiene más celdas que columnas hay.",
  import_rows_above_left_out: ({ row }) =>
    `Los nombres de las columnas se encontraron en la fila ${row}. Las filas de arriba se dejaron fuera.`,
  import_single_required_option: ({ words, suggestion, group }) =>
    `“${group}” es obligatorio y tiene una sola opción. ¿Quisiste decir “${suggestion}”, o más opciones después de un punto y coma? Si así debe ser, escribe “\\${words}”.`,
  import_surcharge_invalid: ({ words }) =>
    `El cargo extra de “${words}” no es un monto. Escríbelo como +2.00.`,
  invitation_no_email:
    "Desde aquí no se puede mandar correo. Mejor ponle una contraseña a la cuenta.",
  invitation_over: "Esta cuenta ya no espera una invitación.",
  last_factor_required: "Tu cuenta necesita un segundo factor. Agrega otro antes de quitar este.",
  last_superadmin: "Este es el último superadministrador. Crea otro primero.",
  menu_full: ({ max }) => `Un menú tiene ${max} platillos como máximo.`,
  no_second_factor:
    "Los códigos de recuperación reemplazan un segundo factor. Configura uno primero.",
  nothing_left_to_refund: "Ya no queda nada por reembolsar.",
  nothing_to_refund: "Este pago ya se devolvió completo.",
  offer_below_uses: ({ uses }) =>
    `Esta oferta ya se usó ${uses} veces. Escribe al menos ese número, o ponla en pausa.`,
  offer_code_fixed: "El código de una oferta no cambia. Termina esta oferta y agrega otra.",
  offer_code_taken: "Otra oferta tiene este código. Elige otro, o termina antes esa oferta.",
  offer_discount_required: "Escribe un porcentaje o una cantidad.",
  offer_discount_twice: "Escribe un porcentaje o una cantidad, no los dos.",
  offers_full: "Ya hay 200 ofertas. Termina antes una que ya no haga falta.",
  option_set_changed:
    "Alguien más cambió este conjunto de opciones mientras tanto. Revísalo y guárdalo otra vez.",
  option_set_fixed: "Estas opciones son de un conjunto. Cambia el conjunto, o sepáralas de él.",
  option_set_in_use: "Hay platillos que usan este conjunto de opciones. Quítalo de ellos primero.",
  option_set_not_found: "No encontramos este conjunto de opciones.",
  option_set_twice: "Este platillo ya usa el conjunto.",
  option_set_unknown: "No existe ese conjunto de opciones.",
  option_sets_full: ({ max }) => `Un food truck tiene ${max} conjuntos de opciones como máximo.`,
  own_account:
    "No puedes desactivar, bajar de rol ni borrar tu propia cuenta. Pídeselo a otro superadministrador.",
  own_password: "Cambia tu propia contraseña en tu perfil, con la actual.",
  own_second_factors: "Quita tus propios segundos factores en tu perfil, en Seguridad.",
  passkey_not_added: "No se pudo agregar la llave de acceso. Inténtalo otra vez.",
  passkey_refused:
    "No se aceptó esta llave de acceso. Inténtalo otra vez o entra con tu contraseña.",
  password_common: "Esta contraseña es una de las más comunes. Elige otra",
  password_length: ({ min, max }) => `La contraseña debe tener de ${min} a ${max} caracteres`,
  password_link_invalid: "Este enlace ya no sirve. Pide uno nuevo.",
  password_required: "Falta la contraseña",
  password_too_long: ({ max }) => `La contraseña debe tener ${max} caracteres como máximo`,
  password_too_short: ({ min }) => `La contraseña debe tener al menos ${min} caracteres`,
  pay_out_unknown: "No encontramos este reembolso entre los que se pagan en el mostrador.",
  pieces_invalid: ({ max }) =>
    `Nombra billetes y monedas por su valor, como 20 o 0.25, con 0 a ${max} piezas de cada uno.`,
  place_has_orders:
    "Hay clientes con órdenes para una parada en este lugar, así que su zona horaria no puede cambiar. Para otras paradas, agrega el lugar de nuevo con la zona correcta.",
  place_in_use: "Una próxima parada usa este lugar. Mueve o borra primero la parada.",
  place_not_found: "No encontramos este lugar.",
  place_required: "Elige un lugar",
  place_unknown: "Ese lugar no existe",
  proof_password_wrong: "La contraseña no es correcta.",
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
  second_factor_not_found: "Este segundo factor ya no existe.",
  second_factor_proof_wrong: "No es correcto o ya se usó. Prueba con el código más reciente.",
  second_factor_required:
    "Tu cuenta necesita un segundo factor. Configúralo en tu perfil, en Seguridad.",
  second_factor_wrong:
    "Este código no es correcto o ya no sirve. Prueba con el más reciente o inicia sesión de nuevo.",
  series_not_found: "No encontramos esta serie.",
  session_not_found: "Esta sesión ya se cerró.",
  setup_code_wrong:
    "Este código no es correcto. Revisa que la hora de tu teléfono sea automática y prueba con el código más reciente.",
  sign_in_needed: "Inicia sesión.",
  sign_in_paused: "Demasiados intentos fallidos. Espera un momento y vuelve a intentarlo.",
  sign_in_shut:
    "Demasiados intentos fallidos con este correo. Usa tu llave de acceso, o el enlace que te podemos mandar por correo.",
  sign_in_shut_no_email:
    "Demasiados intentos fallidos con este correo. Usa tu llave de acceso, o pide una contraseña nueva a un administrador.",
  slug_invalid:
    "Usa minúsculas, números y guiones, 64 como máximo, sin guion al principio ni al final",
  slug_or_name_required: "Manda una dirección, o un nombre para formarla.",
  slug_reserved: "Esta dirección la usa el propio producto. Elige otra",
  slug_taken: "Otro food truck ya tiene esta dirección. Elige otra",
  stock_below_taken: ({ taken }) =>
    taken === 1
      ? "Ya se ordenó 1. Usa 1 o más en total."
      : `Ya se ordenaron ${taken}. Usa ${taken} o más en total.`,
  stock_subject_required: "Elige un platillo o una opción.",
  stock_subject_twice: "Esto se cuenta dos veces.",
  stock_subject_unknown: "Esto no está en el menú.",
  stock_uncounted: "En esta parada no se cuenta. Indica cuántos quedan.",
  timezone_unknown: "Elige una zona horaria como America/Los_Angeles",
  tax_account_shared: "El impuesto sobre ventas necesita una cuenta propia.",
  tax_rate_twice: "Esta tasa ya tiene un nombre.",
  tip_presets_invalid: ({ count, min, max }) =>
    `Escribe ${count} porcentajes enteros distintos de ${min} a ${max}, como 15, 18 y 20.`,
  too_many_second_factors: "Tienes 10 segundos factores. Quita uno antes de agregar otro.",
  upload_empty: "el archivo está vacío",
  upload_failed: "La imagen no se pudo subir. Vuelve a intentarlo.",
  upload_file_too_large: ({ megabytes }) => `la imagen pesa más de ${megabytes} MB`,
  upload_folder_unknown: "esa carpeta no existe",
  upload_several_files: "manda un archivo a la vez",
  upload_too_large: "El archivo es demasiado grande.",
  upload_without_file: "no se mandó ningún archivo",
  weekdays_invalid: "Elige al menos un día de la semana",
  wrong_credentials: "Correo o contraseña incorrectos",
} satisfies Partial<ErrorWords>;
