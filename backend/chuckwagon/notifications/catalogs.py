"""The sentences of the SMS: one catalog for each language.

A sentence is a pattern with named values in braces. All catalogs have the same sentences with the same values.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec

from chuckwagon.kit.clock import format_spanish_time, format_time
from chuckwagon.kit.money import format_spanish_money, format_usd
from chuckwagon.kit.sentences import ENGLISH, SPANISH, Language


class SmsCatalog(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of all SMS in one language, and how it writes money, the time of day and weekdays.

    `weekdays` begins with Monday. `format_time` takes a local time, `format_money` takes cents.
    """

    confirmed_paid: str
    confirmed_unpaid: str
    preparing: str
    ready: str
    cancelled: str
    cancelled_disputed: str
    refunded: str
    refunded_amount: str
    refunded_part: str
    refunded_more: str
    refunded_more_part: str
    time_changed: str
    refunded_cash: str
    refunded_counter_card: str
    late: str
    late_order: str
    moved: str
    moved_order: str
    ends_early: str
    stop_cancelled: str
    cancelled_order: str
    money_back: str
    money_back_cash: str
    money_back_counter_card: str
    choose: str
    see: str
    ready_about: str
    pickup_at: str
    follow: str
    opt_out: str
    help: str
    help_call: str
    reply: str
    reply_call: str
    reply_ask: str
    weekdays: tuple[str, str, str, str, str, str, str]
    format_time: Callable[[datetime], str]
    format_money: Callable[[int], str]


IN_ENGLISH = SmsCatalog(
    confirmed_paid="we have your order #{number}, {total} paid.",
    confirmed_unpaid="we have your order #{number}, {total} to pay at the counter.",
    preparing="we are preparing order #{number}.",
    ready="order #{number} is ready. See you at the counter!",
    cancelled_disputed="order #{number} was cancelled. Its payment is disputed: your bank settles the money with you.",
    cancelled="order #{number} was cancelled.",
    refunded="the refund for order #{number} is on its way. Banks may take 5 to 10 days to show it.",
    refunded_amount="we refunded {amount} for order #{number}. Banks may take 5 to 10 days to show it.",
    refunded_part="we refunded {amount} of order #{number}. The order stands. Banks may take 5 to 10 days to show it.",
    refunded_more="we refunded another {amount} of order #{number}, {sum} in all.",
    refunded_more_part="we refunded another {amount} of order #{number}, {sum} in all. The order stands.",
    time_changed="order #{number} has a new time. It will be ready about {when}.",
    refunded_cash="our staff will pay you {amount} back in cash for order #{number}.",
    refunded_counter_card="our staff will put {amount} for order #{number} back on the card you used.",
    late="we are running {minutes} minutes late.",
    late_order="Order #{number} will be ready about {when}.",
    moved="we have moved to {place}.",
    moved_order="Please pick up order #{number} there.",
    ends_early="we have to close early.",
    stop_cancelled="we cannot come to {place}.",
    cancelled_order="Sorry, order #{number} is cancelled.",
    money_back="{total} goes back to your card.",
    money_back_cash="Our staff will pay you {total} back in cash.",
    money_back_counter_card="Our staff will put {total} back on the card you used.",
    choose="Change or cancel: {link}",
    see="Details: {link}",
    ready_about="Ready about {when}.",
    pickup_at="Pick up at {place}.",
    follow="Follow it: {link}",
    opt_out="Reply STOP to opt out.",
    help="we text you about your orders.",
    help_call="Questions? Call {phone}.",
    reply="we may not see your reply in time.",
    reply_call="Please call {phone} about order #{number}.",
    reply_ask="Please ask at the counter about order #{number}.",
    weekdays=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    format_time=format_time,
    format_money=format_usd,
)

# As Spanish is spoken in Mexican-American kitchens. GSM 7-bit has `é`, `ñ`, `¡` and `¿`, but neither `á`, `í`, `ó` nor
# `ú`. One of these would cut an SMS from 160 characters to 70, so the sentences are worded without them, and Saturday
# is abbreviated without its accent. STOP stays in English, because it is the keyword that all carriers know.
IN_SPANISH = SmsCatalog(
    confirmed_paid="tenemos tu orden #{number}, {total} pagados.",
    confirmed_unpaid="tenemos tu orden #{number}, pagas {total} en el mostrador.",
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

CATALOGS: dict[Language, SmsCatalog] = {ENGLISH: IN_ENGLISH, SPANISH: IN_SPANISH}
