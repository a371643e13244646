"""The SMS in Spanish, as it is spoken in Mexican-American kitchens.

GSM 7-bit has `é`, `ñ`, `¡` and `¿`, but neither `á`, `í`, `ó` nor `ú`. One of these would cut an SMS from 160
characters to 70, so the sentences are worded without them, and Saturday is abbreviated without its accent. STOP stays
in English, because it is the keyword that all carriers know.
"""

from chuckwagon.kit.languages import format_spanish_money, format_spanish_time
from chuckwagon.notifications.catalogs.catalog import SmsCatalog

CATALOG = SmsCatalog(
    confirmed_paid="orden #{number} confirmada, {total} pagados.",
    confirmed_unpaid="orden #{number} confirmada, pagas {total} en el mostrador.",
    preparing="ya estamos preparando la orden #{number}.",
    ready="ya tenemos lista la orden #{number}. ¡Te esperamos en el mostrador!",
    cancelled_disputed="orden #{number} cancelada. El cargo tiene una disputa: tu banco te resuelve lo del dinero.",
    cancelled="orden #{number} cancelada.",
    refunded="va en camino el reembolso de la orden #{number}. El banco puede tardar hasta semana y media.",
    refunded_amount="te regresamos {amount} por la orden #{number}. El banco puede tardar hasta semana y media.",
    refunded_part="te regresamos {amount} de la orden #{number}. La orden sigue en pie. Puede tardar semana y media.",
    refunded_more="te regresamos otros {amount} de la orden #{number}, {sum} en total.",
    refunded_more_part="te regresamos otros {amount} de la orden #{number}, {sum} en total. La orden sigue en pie.",
    time_changed="tu orden #{number} tiene nueva hora. Va a estar lista aprox. {when}",
    refunded_cash="nuestro personal te devuelve {amount} en efectivo por la orden #{number}.",
    refunded_counter_card="nuestro personal te devuelve {amount} de la orden #{number} a la tarjeta que usaste.",
    late="vamos {minutes} minutos tarde.",
    late_order="Tu orden #{number} va a estar lista aprox. {when}",
    moved="nos cambiamos a {place}.",
    moved_order="Tu orden #{number} te espera en ese lugar.",
    ends_early="hoy cerramos antes.",
    stop_cancelled="no podemos ir a {place}.",
    cancelled_order="Disculpa, cancelamos tu orden #{number}.",
    money_back="Te regresamos {total} a tu tarjeta.",
    money_back_cash="Nuestro personal te devuelve {total} en efectivo.",
    money_back_counter_card="Nuestro personal te devuelve {total} a la tarjeta que usaste.",
    choose="Cambia o cancela: {link}",
    see="Detalles: {link}",
    ready_about="Lista aprox. {when}",
    pickup_at="Recoge en {place}.",
    follow="Sigue tu orden: {link}",
    opt_out="Manda STOP para darte de baja.",
    help="te mandamos mensajes de cada orden.",
    help_call="¿Preguntas? Llama al {phone}.",
    reply="tal vez no veamos tu mensaje a tiempo.",
    reply_call="Por tu orden #{number} llama al {phone}.",
    reply_ask="Por tu orden #{number} pregunta en el mostrador.",
    weekdays=("lun", "mar", "mié", "jue", "vie", "sab", "dom"),
    format_time=format_spanish_time,
    format_money=format_spanish_money,
)
