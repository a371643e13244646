"""The e-mails in Spanish, as it is spoken in Mexican-American kitchens."""

from chuckwagon.kit.spanish_formats import format_spanish_money, format_spanish_time
from chuckwagon.mail.catalogs.catalog import EmailCatalog

CATALOG = EmailCatalog(
    receipt_subject="Tu orden #{number} en {truck}",
    receipt_paid="¡Gracias! Tu orden #{number} en {truck} está confirmada y ya pagaste {total}.",
    receipt_unpaid="¡Gracias! Tu orden #{number} en {truck} está confirmada. Paga {total} en la ventanilla.",
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
    refund_wait="El banco puede tardar de 5 a 10 días en mostrarlo.",
    see_order="Ver tu orden",
    why_order="Recibes este correo porque diste esta dirección con la orden. Por favor, no lo respondas.",
    reset_subject="Pon una contraseña nueva",
    reset_sentence="Alguien pidió una contraseña nueva para tu cuenta de Chuckwagon.",
    reset_button="Poner una contraseña nueva",
    reset_wait="El enlace sirve una sola vez, durante 30 minutos. Cierra tu sesión en todos tus dispositivos.",
    why_reset="¿No fuiste tú? No tienes que hacer nada: tu contraseña sigue igual.",
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
    not_you_act="¿Fuiste tú? No tienes que hacer nada. Si no fuiste tú, pon una contraseña nueva de inmediato, "
    "revisa tus segundos factores y cierra las demás sesiones.",
    not_you_tell_someone="¿Fuiste tú? No tienes que hacer nada. Si no fuiste tú, llama de inmediato a la persona que "
    "administra tu cuenta.",
    notice_button="Abrir tus ajustes de seguridad",
    why_notice="Recibes este correo porque se trata de cómo inicias sesión. Por favor, no lo respondas.",
    weekdays=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    format_time=format_spanish_time,
    format_money=format_spanish_money,
)
