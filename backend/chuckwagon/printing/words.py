"""What stands on paper besides names and sums, in the languages of the product."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from chuckwagon.kit import clock
from chuckwagon.kit.money import format_spanish_money
from chuckwagon.kit.sentences import Language


def _format_short_day(local: datetime) -> str:
    return f"{local:%a, %b} {local.day}"


def _format_money(cents: int) -> str:
    """With thousands separators, because it is read in columns."""
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


class Words(Struct, frozen=True):
    """The words of one language."""

    copy: str
    part_of: str
    cancelled: str
    changed: str
    instead: str
    pickup_at: str
    pickup_asap: str
    sources: dict[str, str]
    tenders: dict[str, str]
    placed: str
    unpaid: str
    allergy: str
    contains: str
    contains_none: str
    not_stated_for: str
    allergens: dict[str, str]
    do_not_make: str
    make_only: str
    some_free: str
    all_free: str
    order_note: str
    pieces: str
    receipt_of: str
    subtotal: str
    discount: str
    tax: str
    tax_at: str
    tax_included: str
    tip: str
    total: str
    refunded: str
    paid_by: str
    card: str
    read_methods: dict[str, str]
    application: str
    account: str
    response_code: str
    thanks: str
    close: str
    close_period: str
    closed_by: str
    float_cash: str
    cash_sales: str
    cash_refunds: str
    pay_ins: str
    pay_outs: str
    expected: str
    counted: str
    difference: str
    tender_line: str
    refunds: str
    tips: str
    discounts: str
    no_place: str
    cancelled_orders: str
    open_orders: str
    order_numbers: str
    before_opening: str
    late: str
    note: str
    test: str
    test_sentence: str
    format_time: Callable[[datetime], str]
    format_day: Callable[[datetime], str]
    format_money: Callable[[int], str]


_EN = Words(
    copy="COPY",
    part_of="Part {part} of {parts}",
    cancelled="CANCELLED",
    changed="CHANGED",
    instead="This replaces the earlier ticket.",
    pickup_at="PICKUP {time}",
    pickup_asap="AS SOON AS POSSIBLE",
    sources={"online": "Online", "counter": "Counter"},
    tenders={
        "online": "Card, online",
        "reader": "Card reader",
        "cash": "Cash",
        "card": "Card",
        "unpaid": "NOT PAID",
    },
    placed="Ordered {time}",
    unpaid="NOT PAID YET",
    allergy="ALLERGY",
    contains="Contains {names}",
    contains_none="Contains none of the nine main allergens",
    not_stated_for="Not stated for {names}",
    allergens={
        "milk": "milk",
        "eggs": "eggs",
        "fish": "fish",
        "shellfish": "shellfish",
        "tree_nuts": "tree nuts",
        "peanuts": "peanuts",
        "wheat": "wheat",
        "soybeans": "soybeans",
        "sesame": "sesame",
    },
    do_not_make="Do not make",
    make_only="Make only {count}",
    some_free="{option} ({count} free)",
    all_free="{option} (free)",
    order_note="For the whole order: {text}",
    pieces="Pieces: {count}",
    receipt_of="Order #{number}",
    subtotal="Subtotal",
    discount="Discount",
    tax="Tax",
    tax_at="Tax {rate}%",
    tax_included="Tax included",
    tip="Tip",
    total="Total",
    refunded="Refunded",
    paid_by="Paid",
    card="{brand} ending in {last4}",
    read_methods={
        "contact_emv": "Chip",
        "contactless_emv": "Contactless",
        "contactless_magstripe_mode": "Contactless",
        "magnetic_stripe_track2": "Swiped",
        "magnetic_stripe_fallback": "Swiped",
    },
    application="Application",
    account="Account",
    response_code="Response",
    thanks="Thank you!",
    close="Day close {number}",
    close_period="{since} to {until}",
    closed_by="Closed by {name}",
    float_cash="Float",
    cash_sales="Cash sales",
    cash_refunds="Cash refunds",
    pay_ins="Put in",
    pay_outs="Taken out",
    expected="Expected",
    counted="Counted",
    difference="Difference",
    tender_line="{tender}, orders: {count}",
    refunds="Refunds",
    tips="Tips",
    discounts="Discounts",
    no_place="No stop",
    cancelled_orders="Cancelled: {count}",
    open_orders="Still open or unpaid: {count}",
    order_numbers="Orders #{first} to #{last}",
    before_opening="Before opening",
    late="Taken earlier",
    note="Note",
    test="Test page",
    test_sentence="This printer is ready. Tickets come by themselves.",
    format_time=clock.format_time,
    format_day=_format_short_day,
    format_money=_format_money,
)
_ES = Words(
    copy="COPIA",
    part_of="Parte {part} de {parts}",
    cancelled="CANCELADA",
    changed="CAMBIO",
    instead="Reemplaza el ticket anterior.",
    pickup_at="RECOGER {time}",
    pickup_asap="LO ANTES POSIBLE",
    sources={"online": "En línea", "counter": "Mostrador"},
    tenders={
        "online": "Tarjeta, en línea",
        "reader": "Lector de tarjetas",
        "cash": "Efectivo",
        "card": "Tarjeta",
        "unpaid": "SIN PAGAR",
    },
    placed="Orden de las {time}",
    unpaid="AÚN SIN PAGAR",
    allergy="ALERGIA",
    contains="Contiene {names}",
    contains_none="No contiene ninguno de los nueve alérgenos principales",
    not_stated_for="Sin declarar: {names}",
    allergens={
        "milk": "leche",
        "eggs": "huevo",
        "fish": "pescado",
        "shellfish": "mariscos",
        "tree_nuts": "frutos secos",
        "peanuts": "cacahuate",
        "wheat": "trigo",
        "soybeans": "soya",
        "sesame": "ajonjolí",
    },
    do_not_make="No preparar",
    make_only="Preparar solo {count}",
    some_free="{option} ({count} gratis)",
    all_free="{option} (gratis)",
    order_note="Para toda la orden: {text}",
    pieces="Unidades: {count}",
    receipt_of="Orden #{number}",
    subtotal="Subtotal",
    discount="Descuento",
    tax="Impuesto",
    tax_at="Impuesto {rate}%",
    tax_included="Impuesto incluido",
    tip="Propina",
    total="Total",
    refunded="Reembolsado",
    paid_by="Pagado",
    card="{brand} terminada en {last4}",
    read_methods={
        "contact_emv": "Chip",
        "contactless_emv": "Sin contacto",
        "contactless_magstripe_mode": "Sin contacto",
        "magnetic_stripe_track2": "Banda magnética",
        "magnetic_stripe_fallback": "Banda magnética",
    },
    application="Aplicación",
    account="Cuenta",
    response_code="Respuesta",
    thanks="¡Gracias!",
    close="Cierre del día {number}",
    close_period="{since} a {until}",
    closed_by="Cerrado por {name}",
    float_cash="Fondo de caja",
    cash_sales="Ventas en efectivo",
    cash_refunds="Reembolsos en efectivo",
    pay_ins="Ingresos",
    pay_outs="Retiros",
    expected="Esperado",
    counted="Contado",
    difference="Diferencia",
    tender_line="{tender}, órdenes: {count}",
    refunds="Reembolsos",
    tips="Propinas",
    discounts="Descuentos",
    no_place="Sin parada",
    cancelled_orders="Canceladas: {count}",
    open_orders="Aún abiertas o sin pagar: {count}",
    order_numbers="Órdenes #{first} a #{last}",
    before_opening="Antes de abrir",
    late="Cobrado antes",
    note="Nota",
    test="Página de prueba",
    test_sentence="Esta impresora está lista. Los tickets salen solos.",
    format_time=clock.format_spanish_time,
    format_day=clock.format_spanish_day,
    format_money=format_spanish_money,
)
WORDS: dict[Language, Words] = {"en": _EN, "es": _ES}
