"""What stands on each kind of paper, from what staff see of an order or a day close. Pure.

A printer prints what is so when it fetches a job: a change of before needs no slip.
"""

import re
from datetime import datetime

import msgspec

from chuckwagon.day_closes.schemas import DayClose, TenderFigures, TenderTable
from chuckwagon.kit.money import to_cents
from chuckwagon.kit.sentences import count_name, name_option
from chuckwagon.menu.schemas import MenuWords
from chuckwagon.orders.late.models import say_number
from chuckwagon.orders.schemas import StaffOrder, StaffOrderItem
from chuckwagon.printing.drawing import (
    BODY,
    INDENT,
    ITEM,
    SMALL,
    Block,
    Boxed,
    Document,
    Gap,
    Headline,
    Kept,
    Part,
    Rule,
    Text,
)
from chuckwagon.printing.words import Words
from chuckwagon.schedule.wall_clock import to_local

_ALLERGY = re.compile(r"al[l]?[eé]rg|anaphyla|anafila|celiac|celíac|epipen", re.IGNORECASE)


def translate_order(order: StaffOrder, language: str) -> StaffOrder:
    """The order with its line items in the printer's language, where the menu had their names in it."""
    return msgspec.structs.replace(order, items=[_translate_item(item, language) for item in order.items])


def _translate_item(item: StaffOrderItem, language: str) -> StaffOrderItem:
    words = getattr(item.translations, language, None)
    if not isinstance(words, MenuWords):
        return item
    options = words.options if isinstance(words.options, dict) else {}
    names = options | {item.name: words.name or item.name}
    customizations = [
        msgspec.structs.replace(option, name=options.get(option.name, option.name)) for option in item.customizations
    ]
    return msgspec.structs.replace(
        item,
        name=names[item.name],
        customizations=customizations,
        allergens_not_stated=[names.get(name, name) for name in item.allergens_not_stated],
    )


def compose_ticket(order: StaffOrder, words: Words) -> Document:
    """What the kitchen makes: the number, when, for whom, and the line items that are left to make.

    A long one is not cut between an item and what is said of it, and its last part has more than the sum.
    """
    items: list[list[Part]] = [_describe_item(item, words) for item in order.items]
    note = [_box(words.order_note.format(text=order.special_instructions), words)] if order.special_instructions else []
    count = sum(item.quantity - item.refunded_quantity for item in order.items)
    end: list[Part] = [*note, Rule(), Text(words.pieces.format(count=count), BODY, right=words.tenders[order.tender])]
    items = [*items[:-1], [*(items[-1] if items else []), Gap(), *end]]
    return _paper(order, words, [*_describe_pickup(order, words), Rule(), *map(Kept, items)])


def compose_changed(order: StaffOrder, words: Words) -> Document:
    """A slip after a ticket that was fetched: the order as it is now."""
    ticket = compose_ticket(order, words)
    first: list[Block] = [Boxed(words.changed, ITEM, is_warning=True), Text(words.instead, BODY)]
    return Document([*first, *ticket.blocks], ticket.head, words.copy, words.part_of)


def compose_cancelled(order: StaffOrder, words: Words) -> Document:
    """A slip after a ticket that was fetched: nothing of it is to be made."""
    blocks: list[Block] = [Boxed(words.cancelled, ITEM, is_warning=True), Text(order.customer_name, ITEM), Rule()]
    blocks += [Text(f"{item.quantity} × {item.name}", ITEM, is_struck=True) for item in order.items]
    return _paper(order, words, blocks)


def _paper(order: StaffOrder, words: Words, blocks: list[Block]) -> Document:
    if order.offline_number is None:
        return Document(blocks, [Headline(f"#{order.order_number}")], words.copy, words.part_of)
    # What the customer heard at the window, as large as the paper allows.
    head: list[Block] = [Headline(order.offline_number), Text(f"#{order.order_number}", BODY, "center")]
    return Document(blocks, head, words.copy, words.part_of)


def _describe_pickup(order: StaffOrder, words: Words) -> list[Block]:
    wanted = order.estimated_pickup_time or order.pickup_time
    when = words.pickup_asap
    if wanted is not None:
        local, placed = _local(order, wanted), _local(order, order.created_at)
        time = words.format_time(local)
        if local.date() != placed.date():
            time = f"{words.format_day(local)}, {time}"
        when = words.pickup_at.format(time=time)
    blocks: list[Block] = [Text(when, ITEM), Text(order.customer_name, ITEM)]
    placed_at = words.placed.format(time=words.format_time(_local(order, order.created_at)))
    blocks.append(Text(words.sources[order.source], BODY, right=placed_at))
    if order.tender == "unpaid":
        blocks.append(Boxed(words.unpaid, BODY, is_warning=True))
    return blocks


def _describe_item(item: StaffOrderItem, words: Words) -> list[Part]:
    left = item.quantity - item.refunded_quantity
    blocks: list[Part] = [Text(f"{item.quantity} × {item.name}", ITEM, is_struck=left <= 0)]
    if left <= 0:
        return [*blocks, Boxed(words.do_not_make, BODY, INDENT)]
    if item.refunded_quantity:
        blocks.append(Boxed(words.make_only.format(count=left), BODY, INDENT))
    blocks += [Text(count_name(one.quantity, one.name), BODY, indent=INDENT) for one in item.customizations]
    if said := _describe_allergens(item, words):
        blocks.append(Boxed(said, BODY, INDENT))
    if item.special_instructions:
        blocks.append(_box(item.special_instructions, words, INDENT))
    return blocks


def _describe_allergens(item: StaffOrderItem, words: Words) -> str:
    """What is stated of allergens; empty where nothing is, because silence must not read as "none"."""
    silent = ", ".join(item.allergens_not_stated)
    if not item.allergens:
        return "" if item.allergens is None or silent else words.contains_none
    contains = words.contains.format(names=", ".join(words.allergens[one] for one in item.allergens))
    return f"{contains}. {words.not_stated_for.format(names=silent)}" if silent else contains


def _box(text: str, words: Words, indent: int = 0) -> Boxed:
    """Instructions in a box, as a warning where they are about an allergy."""
    is_warning = _ALLERGY.search(text) is not None
    return Boxed(f"{words.allergy}: {text}" if is_warning else text, BODY, indent, is_warning)


def compose_receipt(order: StaffOrder, words: Words) -> Document:
    """What the customer takes along, with what card networks require of a payment on a reader."""
    money = words.format_money
    placed = _local(order, order.created_at)
    blocks: list[Block] = [Text(order.truck.name, ITEM, "center")]
    if order.place is not None:
        blocks += [Text(text, SMALL, "center") for text in (order.place.name, order.place.address) if text]
    when = f"{words.format_day(placed)}, {words.format_time(placed)}"
    blocks += [Text(when, SMALL, "center"), Text(order.customer_name, BODY, "center"), Rule()]
    for item in order.items:
        blocks.append(Text(f"{item.quantity} × {item.name}", BODY, right=money(to_cents(item.total_price))))
        for one in item.customizations:
            option = name_option(one.name, one.quantity, one.free_quantity, words.some_free, words.all_free)
            blocks.append(Text(option, SMALL, indent=INDENT))
    blocks += [Rule(), Text(words.subtotal, BODY, right=money(to_cents(order.subtotal)))]
    if order.discount:
        blocks.append(Text(words.discount, BODY, right=money(-to_cents(order.discount))))
    taxes = _list_taxes(order, words)
    tip = [Text(words.tip, BODY, right=money(to_cents(order.tip)))] if order.tip else []
    total = Text(words.total, ITEM, right=money(to_cents(order.total)))
    blocks += [*tip, total, *taxes] if order.prices_include_tax else [*taxes, *tip, total]
    blocks += _describe_payment(order, words)
    blocks += [Gap(), Text(words.thanks, BODY, "center"), Gap()]
    number = say_number(order.order_number, order.offline_number)
    return Document(blocks, [Headline(words.receipt_of.format(number=number))], words.copy, words.part_of)


def _list_taxes(order: StaffOrder, words: Words) -> list[Block]:
    if order.prices_include_tax:
        return [Text(words.tax_included, SMALL, right=words.format_money(to_cents(order.tax)))]
    if len(order.taxes) < 2:
        return [Text(words.tax, BODY, right=words.format_money(to_cents(order.tax)))]
    return [
        Text(words.tax_at.format(rate=f"{part.rate:g}"), BODY, right=words.format_money(to_cents(part.tax)))
        for part in order.taxes
    ]


def _describe_payment(order: StaffOrder, words: Words) -> list[Block]:
    if order.tender == "unpaid":
        return [Boxed(words.unpaid, BODY)]
    blocks: list[Block] = [Text(words.paid_by, BODY, right=words.tenders[order.tender])]
    reader = order.reader
    if reader is not None and reader.last4:
        method = words.read_methods.get(reader.read_method or "", "")
        blocks.append(
            Text(words.card.format(brand=(reader.brand or "").title(), last4=reader.last4), SMALL, right=method)
        )
        facts = (
            (words.application, reader.application_name),
            ("AID", reader.aid),
            (words.account, reader.account_type),
        )
        blocks += [Text(name, SMALL, right=fact) for name, fact in facts if fact]
        if reader.response_code:
            blocks.append(Text(words.response_code, SMALL, right=reader.response_code))
    refunded = sum(to_cents(refund.amount) for refund in order.refunds if refund.status != "failed")
    if refunded:
        blocks.append(Text(words.refunded, BODY, right=words.format_money(-refunded)))
    return blocks


def compose_close(sheet: DayClose, words: Words) -> Document:
    """The sheet of a day close."""
    since, until = (to_local(instant, sheet.timezone) for instant in (sheet.since, sheet.until))
    period = (f"{words.format_day(local)} {words.format_time(local)}" for local in (since, until))
    blocks: list[Block] = [Text(sheet.truck_name, ITEM, "center")]
    blocks += [
        Text(words.close_period.format(since=next(period), until=next(period)), SMALL, "center"),
        Text(words.closed_by.format(name=sheet.closed_by), SMALL, "center"),
        Rule(),
    ]
    drawer = (
        (words.float_cash, sheet.float_dollars), (words.cash_sales, sheet.cash_sales),
        (words.cash_refunds, -sheet.cash_refunds), (words.pay_ins, sheet.pay_ins), (words.pay_outs, -sheet.pay_outs),
        (words.expected, sheet.expected), (words.counted, sheet.counted), (words.difference, sheet.difference),
    )  # fmt: skip
    blocks += [_sum(words, label, dollars) for label, dollars in drawer]
    blocks += [_sum(words, one.reason, one.amount, SMALL) for one in sheet.movements]
    blocks.append(Rule())
    for name in TenderTable.__struct_fields__:
        of: TenderFigures = getattr(sheet.tenders, name)
        blocks.append(_sum(words, words.tender_line.format(tender=words.tenders[name], count=of.orders), of.total))
        if of.refunds:
            blocks.append(_sum(words, words.refunds, -of.refunds, SMALL))
    blocks.append(Rule())
    for tax in sheet.taxes:
        label = f"{tax.place_name or words.no_place}, {words.tax_at.format(rate=f'{tax.rate:g}')}"
        blocks.append(_sum(words, label, tax.tax))
    rest = (
        (words.tips, sheet.tips), (words.discounts, sheet.discounts), (words.refunds, sheet.refunds),
        (words.cancelled_orders.format(count=sheet.cancelled.orders), sheet.cancelled.total),
        (words.open_orders.format(count=sheet.open.orders), sheet.open.total),
    )  # fmt: skip
    blocks += [_sum(words, label, dollars) for label, dollars in rest]
    if sheet.first_order_number:
        numbers = {"first": sheet.first_order_number, "last": sheet.last_order_number}
        blocks.append(Text(words.order_numbers.format(**numbers), BODY))
    for title, events in ((words.before_opening, sheet.before_opening), (words.late, sheet.late)):
        if events:
            blocks += [Rule(), Text(title, BODY)]
        for one in events:
            number = say_number(one.order_number, one.offline_number)
            blocks.append(_sum(words, f"#{number}", one.amount, SMALL))
    if sheet.note:
        blocks.append(Boxed(f"{words.note}: {sheet.note}", BODY))
    return Document(blocks, [Headline(words.close.format(number=sheet.close_number))], words.copy, words.part_of)


def _sum(words: Words, label: str, dollars: float, size: int = BODY) -> Text:
    return Text(label, size, right=words.format_money(to_cents(dollars)))


def compose_test(label: str, truck_name: str, local: datetime, words: Words) -> Document:
    """A page that shows that a printer is set up."""
    when = f"{words.format_day(local)}, {words.format_time(local)}"
    blocks: list[Block] = [Text(truck_name, ITEM, "center"), Text(label, BODY, "center"), Text(when, BODY, "center")]
    blocks += [Rule(), Text(words.test_sentence, BODY), Text("Ñandú · Phở · 北京 · 🌮", ITEM), Gap()]
    return Document(blocks, [Headline(words.test)], words.copy, words.part_of)


def _local(order: StaffOrder, instant: str) -> datetime:
    return to_local(datetime.fromisoformat(instant), order.truck.timezone)
