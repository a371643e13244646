"""The statements that make a past: the plan of every order first, then the rows that follow from it.

Each truck sells fifty orders a day, whatever their number: more orders are more days. All but the newest
twenty of a truck have been handed out.
"""

from bench.data.dataset import MENU_ITEMS, TRUCKS
from bench.data.format import Words

ORDERS_A_DAY = 50 * TRUCKS
ORDERS_A_CUSTOMER = 10
OPEN_ORDERS = 20 * TRUCKS
STEPS = ("pending", "confirmed", "preparing", "ready", "completed")

MENU_ITEMS_OF_TRUCKS = """
    CREATE TEMPORARY TABLE bench_dishes AS
    SELECT m.truck_id, m.id, m.name, m.base_price_cents AS cents,
        row_number() OVER (PARTITION BY m.truck_id ORDER BY m.position) - 1 AS place,
        dense_rank() OVER (ORDER BY t.name, t.id) - 1 AS truck
    FROM menu_items m JOIN trucks t ON t.id = m.truck_id"""
# Left joins, because SQLite takes them in the order written: a million times two looks, not the reverse.
PLAN = """
    CREATE TEMPORARY TABLE bench_plan AS
    SELECT n.i, a.truck_id, (n.i - 1) / {trucks} + 1 AS number,
        ({orders} - n.i) / {orders_a_day} * {trucks} + (n.i - 1) % {trucks} AS stop,
        {now} - CAST(({orders} - n.i) * {gap} AS BIGINT) AS placed, n.i % {customers} AS customer,
        a.id AS dish_a, a.name AS name_a, a.cents AS cents_a,
        b.id AS dish_b, b.name AS name_b, b.cents AS cents_b,
        a.cents + b.cents AS subtotal, ((a.cents + b.cents) * 875 + 5000) / 10000 AS tax,
        CASE WHEN n.i > {orders} - {open} THEN 1 + (n.i / {trucks}) % 4 ELSE 5 END AS steps
    FROM ({numbers}) n
    LEFT JOIN bench_dishes a ON a.truck = (n.i - 1) % {trucks} AND a.place = n.i % {menu_items}
    LEFT JOIN bench_dishes b ON b.truck = (n.i - 1) % {trucks} AND b.place = (n.i + 7) % {menu_items}
    ORDER BY n.i"""
# A completed order and an open one are sales alike: every order of the past was paid.
CUSTOMERS = """
    INSERT INTO customers (
        id, phone, name, created_at, words, order_count, spent_cents, last_order_at)
    SELECT {customer}, {phone}, 'Customer ' || customer, {first_placed}, {words},
        count(*), sum(subtotal + tax), {last_placed}
    FROM bench_plan GROUP BY customer"""
KNOWN = """
    INSERT INTO truck_customers (
        truck_id, customer_id, phone, name, words, order_count, spent_cents, last_order_at)
    SELECT truck_id, {customer}, {phone}, 'Customer ' || customer, {words},
        count(*), sum(subtotal + tax), {last_placed}
    FROM bench_plan GROUP BY truck_id, customer"""
# The end of a phone's number may be the customer's own.
FOUND_BY = """
    INSERT INTO customer_words (truck_id, word, customer_id)
    SELECT DISTINCT truck_id, {word}, {customer} FROM bench_plan WHERE true ON CONFLICT DO NOTHING"""
PLACES = """
    INSERT INTO places (
        id, truck_id, name, address, timezone, tax_rate_units, directions, version, created_at, updated_at)
    SELECT {place}, truck_id, 'Market Square', '220 Market Street', 'America/Los_Angeles', 87500, '',
        1, {first_placed}, {first_placed}
    FROM bench_plan GROUP BY truck_id, stop % {trucks}"""
# The last one is over too: whether a truck is open is up to the scenario.
STOPS = """
    INSERT INTO stops (
        id, truck_id, place_id, starts_at, ends_at, note, preorder_minutes, last_order_minutes, slot_minutes,
        walk_up_share, status, delay_minutes, version, plan_version, created_at, updated_at)
    SELECT {stop}, truck_id, {place}, {starts}, {ends}, '', 1440, 15, 10, 0, 'scheduled', 0, 1, 1, {starts}, {starts}
    FROM bench_plan GROUP BY truck_id, stop"""
CHECKOUTS = """
    INSERT INTO checkouts (
        id, truck_id, sequence, request_hash, status, payment_intent_id, client_secret_hash, intent_try,
        lines, subtotal_cents, tax_cents, total_cents, tax_rate_units, currency,
        application_fee_cents, fee_back_cents,
        customer_name, customer_phone, pickup_at, created_at, expires_at)
    SELECT {id}, truck_id, 1, {id}, 'paid', 'pi_bench_' || i, {id}, 1, {empty},
        subtotal, tax, subtotal + tax, 87500, 'usd', 0, 0,
        'Customer ' || customer, {phone}, {pickup}, {placed}, {pickup}
    FROM bench_plan ORDER BY i"""
ORDERS = """
    INSERT INTO orders (
        id, order_number, truck_id, checkout_id, payment_intent_id, customer_id, status, payment_status,
        source, customer_name, customer_phone, subtotal_cents, tax_cents, total_cents, tax_rate_units,
        pickup_at, estimated_pickup_at, flags, tracking_token, stop_id, place_name, place_address, place_timezone,
        pieces, seconds_to_ready, version, created_at, updated_at)
    SELECT {id}, number, truck_id, {id}, 'pi_bench_' || i, {customer}, {status}, 'paid', 'online',
        'Customer ' || customer, {phone}, subtotal, tax, subtotal + tax, 87500,
        {pickup}, {pickup}, {empty}, 'tracking-token-of--' || {id}, {stop}, 'Market Square', '220 Market Street',
        'America/Los_Angeles', 2, CASE WHEN steps > 3 THEN 900.0 END, steps, {placed}, {pickup}
    FROM bench_plan ORDER BY i"""
LINES = """
    INSERT INTO order_lines (
        id, order_id, position, menu_item_id, name, quantity, unit_price_cents, total_cents)
    SELECT {line}, {id}, {position}, dish_{side}, name_{side}, 1, cents_{side}, cents_{side}
    FROM bench_plan ORDER BY i"""
OPTIONS = """
    INSERT INTO line_modifiers (id, line_id, position, group_name, name, additional_price_cents)
    SELECT {line}, {line}, 0, 'Size', 'Regular', 0 FROM bench_plan ORDER BY i"""
EVENTS = """
    INSERT INTO order_events (order_id, status, at, "by")
    SELECT {id}, '{step}', {reached}, '{by}' FROM bench_plan WHERE steps > {position} ORDER BY i"""
TEXTS = """
    INSERT INTO outbox_messages (
        kind, key, payload, status, attempts, available_at, created_at, finished_at)
    SELECT 'order_confirmed_sms', 'order:' || {id} || ':confirmed_sms', {payload}, 'done', 1,
        {placed}, {placed}, {placed}
    FROM bench_plan ORDER BY i"""
ALERTS = """
    INSERT INTO outbox_messages (
        kind, key, payload, status, attempts, available_at, created_at, finished_at)
    SELECT 'unconfirmed_order', 'order:' || {id} || ':unconfirmed_{level}', {payload}, 'done', 1,
        {placed}, {placed}, {placed}
    FROM bench_plan WHERE steps = 1 ORDER BY i"""
COUNTERS = """
    INSERT INTO order_counters (truck_id, last_number, {names})
    SELECT truck_id, max(number), {counts} FROM bench_plan GROUP BY truck_id"""


def rows(words: Words, orders: int, now: int) -> dict[str, str]:
    """What is made, by its name, in the order in which it can be."""
    common, found_by = _common(words, now), _found_by(words)
    plan = PLAN.format(
        trucks=TRUCKS, menu_items=MENU_ITEMS, orders=orders, orders_a_day=ORDERS_A_DAY, open=OPEN_ORDERS,
        now=now, gap=86_400 / ORDERS_A_DAY,
        customers=max(1, orders // ORDERS_A_CUSTOMER), numbers=words.numbers(orders),
    )  # fmt: skip
    sides = (("a", 0), ("b", 1))
    return {
        "menu_items": MENU_ITEMS_OF_TRUCKS,
        "plan": plan,
        "customers": CUSTOMERS.format(**common),
        "customers of each truck": KNOWN.format(**common),
        **{
            f"words ({place + 1} of {len(found_by)})": FOUND_BY.format(word=word, customer=common["customer"])
            for place, word in enumerate(found_by)
        },
        "places": PLACES.format(**common, trucks=TRUCKS),
        "stops": STOPS.format(**common),
        "checkouts": CHECKOUTS.format(**common),
        "orders": ORDERS.format(**common),
        **{
            f"lines ({place + 1} of 2)": LINES.format(
                **common, side=side, position=place, line=words.id(f"i * 2 + {place}")
            )
            for side, place in sides
        },
        "options": OPTIONS.format(line=words.id("i * 2")),
        **{f"history ({step})": _events(words, place, step) for place, step in enumerate(STEPS)},
        "texts": TEXTS.format(**common),
        # Staff know of the orders that no one has confirmed; otherwise the worker tells them during every measurement.
        **{f"alerts ({level} of 2)": ALERTS.format(**common, level=level) for level in (1, 2)},
        "counters": _counters(),
    }


def _counters() -> str:
    """The numbers that the product keeps of a truck's orders."""
    at_step = "sum(CASE WHEN steps = {number} THEN 1 ELSE 0 END)"
    counts = ", ".join(at_step.format(number=place + 1) for place in range(len(STEPS)))
    return COUNTERS.format(names=", ".join(STEPS), counts=counts)


def _common(words: Words, now: int) -> dict[str, str]:
    cases = " ".join(f"WHEN {place + 1} THEN '{step}'" for place, step in enumerate(STEPS))
    number = words.id("i")
    day_begins = f"{now} - (stop / {TRUCKS} + 1) * 86400"
    quoted = '\'{"orderId": "\' || ' + number + " || '\"}'"
    return {
        "id": number,
        "customer": words.id("customer"),
        "phone": words.phone("customer"),
        "words": "' ' || " + " || ' ' || ".join(_found_by(words)),
        "place": words.id(f"stop % {TRUCKS}"),
        "stop": words.id("stop"),
        "starts": words.at(f"{day_begins} + 3600"),
        "ends": words.at(f"{day_begins} + 46800"),
        "first_placed": words.at("min(placed)"),
        "last_placed": words.at("max(placed)"),
        "placed": words.at("placed"),
        "pickup": words.at("placed + 3600"),
        "status": f"CASE steps {cases} END",
        "empty": words.json("'[]'"),
        "payload": words.json(quoted),
    }


def _found_by(words: Words) -> list[str]:
    """What a customer is found by, as `search_words` says."""
    phone = words.phone("customer")
    return ["'customer'", "CAST(customer AS TEXT)", *(f"substr({phone}, {place})" for place in (3, 6, 9))]


def _events(words: Words, place: int, step: str) -> str:
    by = "customer" if place == 0 else "Owner"
    reached = words.at(f"placed + {place * 300}")
    return EVENTS.format(id=words.id("i"), step=step, reached=reached, by=by, position=place)
