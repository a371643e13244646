"""The e-mails in Spanish, as it is spoken in Mexican-American kitchens."""

from chuckwagon.kit.languages import format_spanish_day, format_spanish_money, format_spanish_time
from chuckwagon.mail.catalogs.catalog import EmailCatalog

CATALOG = EmailCatalog(
    receipt_subject="Tu orden #{number} en {truck}",
    receipt_paid="¡Gracias! Tu orden #{number} en {truck} está confirmada y ya pagaste {total}.",
    receipt_unpaid="¡Gracias! Tu orden #{number} en {truck} está confirmada. Paga {total} en el mostrador.",
    pickup_at="Recógela aprox. {when}",
    pickup_place="Recógela aprox. {when} en {place}.",
    pickup_place_only="Recógela en {place}.",
    subtotal="Subtotal",
    tax="Impuesto",
    tip="Propina",
    discount="Oferta {code}",
    discount_without_code="Descuento de oferta",
    total="Total",
    follow_order="Sigue tu orden",
    call_truck="¿Preguntas? Llama a {truck}: {phone}",
    refund_subject="Reembolso de tu orden #{number} en {truck}",
    refund_sentence="Te regresamos {amount} de tu orden #{number} en {truck} a la tarjeta con la que pagaste.",
    refund_order_stands="El resto de tu orden sigue en pie.",
    refund_wait="El banco puede tardar de 5 a 10 días en mostrarlo.",
    see_order="Ver tu orden",
    why_order="Recibes este correo porque diste esta dirección con la orden. Por favor, no lo respondas.",
    reset_subject="Pon una contraseña nueva",
    reset_sentence="Alguien pidió una contraseña nueva para tu cuenta de Chuckwagon.",
    reset_button="Poner una contraseña nueva",
    reset_wait="El enlace sirve una sola vez, durante 30 minutos. Cierra tu sesión en todos tus dispositivos.",
    why_reset="¿No fuiste tú? No tienes que hacer nada: tu contraseña sigue igual.",
    sign_in_link_subject="Inicia sesión en tu dispositivo",
    sign_in_link_sentence="Alguien pidió entrar a tu cuenta de Chuckwagon en un dispositivo que no conocemos.",
    sign_in_link_button="Permitir este dispositivo",
    sign_in_link_wait="Abre el enlace en el dispositivo que quieres usar. Sirve una sola vez, durante 30 minutos. "
    "Luego inicia sesión como siempre; tu contraseña no cambia.",
    why_sign_in_link="¿No fuiste tú? No tienes que hacer nada: nadie entra a tu cuenta con este correo.",
    confirm_email_subject="Confirma tu correo nuevo",
    confirm_email_sentence="Hola, {name}: quieres usar este correo para tu cuenta de Chuckwagon.",
    confirm_email_button="Confirmar el correo",
    confirm_email_wait="El enlace sirve una sola vez, durante 24 horas, donde tengas la sesión iniciada. Hasta "
    "entonces sigue tu correo anterior.",
    why_confirm_email="¿No es tu cuenta? No tienes que hacer nada.",
    invitation_subject="Tu invitación a Chuckwagon",
    invitation_by="Hola, {name}: {inviter} te invitó a Chuckwagon.",
    invitation_truck="Te vas a encargar de {truck}: su menú, sus paradas y sus órdenes.",
    invitation_all_trucks="Te vas a encargar de todos los food trucks y de todo el personal.",
    invitation_staff="Después te dicen cuál es tu food truck.",
    invitation_button="Pon tu contraseña",
    invitation_wait="El enlace sirve una sola vez, durante 7 días. Luego entra con este correo y tu contraseña.",
    why_invitation="¿No lo esperabas? No tienes que hacer nada.",
    factor_added_subject="Se agregó un segundo factor a tu cuenta",
    factor_added="Hola, {name}: se agregó un segundo factor a tu cuenta de Chuckwagon: una aplicación de "
    "autenticación o una llave de acceso.",
    factor_removed_subject="Se quitó un segundo factor de tu cuenta",
    factor_removed="Hola, {name}: se quitó un segundo factor de tu cuenta de Chuckwagon.",
    code_used_subject="Se usó un código de recuperación",
    code_used="Hola, {name}: se usó uno de los códigos de recuperación de tu cuenta de Chuckwagon. Cada código "
    "sirve una sola vez.",
    codes_renewed_subject="Tu cuenta tiene códigos de recuperación nuevos",
    codes_renewed="Hola, {name}: tu cuenta de Chuckwagon tiene códigos de recuperación nuevos. Los anteriores ya no "
    "sirven.",
    password_changed_subject="Cambió la contraseña de tu cuenta",  # noqa: S106 - a sentence
    password_changed="Hola, {name}: cambió la contraseña de tu cuenta de Chuckwagon.",  # noqa: S106 - a sentence
    email_changed_subject="Cambió el correo de tu cuenta",
    email_changed="Hola, {name}: tu cuenta de Chuckwagon tiene otro correo. Ya no inicias sesión con este.",
    email_change_subject="Se indicó un correo nuevo para tu cuenta",
    email_change="Hola, {name}: se indicó un correo nuevo para tu cuenta de Chuckwagon. Este sigue igual hasta que se "
    "abra el enlace que mandamos al nuevo.",
    dispute_subject="Pago en disputa: orden #{number} en {truck}",
    dispute_opened="El banco de un cliente retiró {amount} de la orden #{number} en {truck}. El motivo que "
    "da: {reason}.",
    dispute_inquiry="El banco de un cliente pregunta por {amount} de la orden #{number} en {truck} y puede retirar el "
    "dinero. El motivo que da: {reason}.",
    dispute_answer_by="El último día para responder es el {day}. Una disputa sin respuesta se pierde.",
    dispute_answer="Respóndela en el panel de Stripe.",
    dispute_of_truck="Cuéntale a la persona que administra los pagos lo que sabes de esta orden.",
    dispute_won_subject="Disputa ganada: orden #{number} en {truck}",
    dispute_won="El banco te dio la razón: regresaron {amount} de la orden #{number} en {truck}.",
    dispute_won_kept="No hay nada que hacer.",
    dispute_won_refunded="La orden se había cancelado, así que el reembolso ya va en camino al cliente.",
    dispute_lost_subject="Disputa perdida: orden #{number} en {truck}",
    dispute_lost="El banco le dio la razón al cliente, que se queda con {amount} de la orden #{number} en {truck}.",
    dispute_lost_shared="Lo paga la plataforma: el food truck conserva su parte de este pago, a menos que se revierta "
    "la transferencia en el panel de Stripe.",
    dispute_lost_unshared="No hay nada que hacer.",
    dispute_button="Ver las disputas",
    held_dispute_subject="Pago en disputa sin orden: {amount}",
    held_dispute_opened="El banco de un cliente retiró un pago de {amount} para el que no se hizo ninguna orden. El "
    "motivo que da: {reason}.",
    held_dispute_inquiry="El banco de un cliente pregunta por un pago de {amount} para el que no se hizo ninguna orden "
    "y puede retirar el dinero. El motivo que da: {reason}.",
    held_dispute_won_subject="Disputa ganada: un pago de {amount} sin orden",
    held_dispute_won="El banco te dio la razón: regresó el pago de {amount} para el que no se hizo ninguna orden.",
    held_dispute_lost_subject="Disputa perdida: un pago de {amount} sin orden",
    held_dispute_lost="El banco le dio la razón al cliente, que se queda con el pago de {amount} para el que no se "
    "hizo ninguna orden.",
    held_subject="Hay un pago retenido de {amount}",
    held_sentence="Un pago con tarjeta de {amount} no corresponde a ninguna orden: el cliente pagó y no se hizo "
    "ninguna orden.",
    held_advice="El dinero espera hasta que decidas: reembólsalo o márcalo como revisado.",
    held_button="Ver los pagos retenidos",
    why_alert="Recibes este correo porque tu cuenta se encarga de estos pagos. Por favor, no lo respondas.",
    not_you_act="¿Fuiste tú? No tienes que hacer nada. Si no fuiste tú, pon una contraseña nueva de inmediato, "
    "revisa tus segundos factores y cierra las demás sesiones.",
    not_you_tell_someone="¿Fuiste tú? No tienes que hacer nada. Si no fuiste tú, llama de inmediato a la persona que "
    "administra tu cuenta.",
    notice_button="Abrir tus ajustes de seguridad",
    why_notice="Recibes este correo porque se trata de cómo inicias sesión. Por favor, no lo respondas.",
    dispute_reasons={
        "credit not processed": "se prometió un reembolso y no llegó",
        "duplicate": "se cobró dos veces a la tarjeta",
        "fraudulent": "el titular de la tarjeta no hizo este pago",
        "product not received": "no recibió la comida",
        "product unacceptable": "la comida no era lo que pidió",
        "unrecognized": "el titular de la tarjeta no reconoce el pago",
    },
    other_reason="otro, que aparece en el panel de Stripe",
    unconfirmed_subject="Falta confirmar la orden #{number} en {truck}",
    unconfirmed="La orden #{number} en {truck} está pagada y es para las {when}, pero falta confirmarla.",
    unconfirmed_act="Confírmala, o cancélala para reembolsarla. Mientras tanto, el cliente también la puede cancelar.",
    unconfirmed_button="Abrir la orden",
    why_unconfirmed="Recibes este correo porque atiendes este camión. No lo respondas, por favor.",
    weekdays=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    format_time=format_spanish_time,
    format_day=format_spanish_day,
    format_money=format_spanish_money,
)
