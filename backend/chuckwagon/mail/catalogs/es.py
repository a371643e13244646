"""The e-mails in Spanish, as it is spoken in Mexican-American kitchens."""

from chuckwagon.kit.spanish import format_spanish_money, format_spanish_time
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
    weekdays=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    format_time=format_spanish_time,
    format_money=format_spanish_money,
)
