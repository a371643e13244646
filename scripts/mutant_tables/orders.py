"""Orders and menus: statuses, versions, trucks, pickup times and exports."""

from mutant_tables.mutant import STATUS, Mutant

VIEW_ONLY = (
    "tests/orders/placement/test_counter_payments.py::test_staff_see_what_the_customer_sees_and_get_no_link_that_acts"
)
SEARCH_INDEX = ("tests/customers/test_word_index.py",)

_CORRECTION = "chuckwagon/notifications/contact_correction.py"
_CORRECTED = ("tests/notifications/test_correct_a_contact.py",)

MUTANTS = [
    Mutant(
        "a customer is erased while money is owed to them at the counter",
        "chuckwagon/privacy/service.py",
        "    if due is not None:\n",
        "    if False:\n",
        ("tests/privacy/test_erase_a_customer.py",),
    ),
    Mutant(
        "a stranger keeps the link of an order whose phone was corrected",
        _CORRECTION,
        "order.tracking_token, order.updated_at = new_secret(), clock.now()",
        "order.updated_at = clock.now()",
        _CORRECTED,
        is_quick=True,
    ),
    Mutant(
        "a stranger's open stream follows an order whose phone was corrected",
        "chuckwagon/orders/tracking/service.py",
        "_is_view_token(order, topic.token)",
        "False",
        _CORRECTED,
        is_quick=True,
    ),
    Mutant(
        "a phone is corrected while a text to the old one is being sent",
        _CORRECTION,
        "if any(until is not None and until > clock.now() for until in leases):",
        "if False:",
        _CORRECTED,
        is_quick=True,
    ),
    Mutant(
        "a text that waited for the wrong phone still goes there",
        _CORRECTION,
        "    _run(session, sa.delete(OrderSms).where(about, *unsent))\n",
        "",
        _CORRECTED,
        is_quick=True,
    ),
    Mutant(
        "a stranger's device is told about an order whose phone was corrected",
        _CORRECTION,
        "    _run(session, sa.delete(OrderDevice).where(OrderDevice.order_id == order.id))\n",
        "",
        _CORRECTED,
        is_quick=True,
    ),
    Mutant(
        "a customer corrects an order's phone for as long as they like",
        _CORRECTION,
        " or clock.now() > contact_ends_at(order.created_at):",
        ":",
        _CORRECTED,
        is_quick=True,
    ),
    Mutant(
        "any status may follow any other",
        "chuckwagon/orders/board/status_changes.py",
        "if status is not None and status not in statuses.NEXT_STATUSES[seen.status]:",
        "if False:",
        STATUS,
        is_quick=True,
    ),
    Mutant(
        "a status is changed whatever it has become meanwhile",
        "chuckwagon/orders/board/status_changes.py",
        "unchanged = [Order.id == seen.id] + ([Order.status == seen.status] if status else [])",
        "unchanged = [Order.id == seen.id]",
        STATUS,
    ),
    Mutant(
        "a menu item is overwritten without its version",
        "chuckwagon/menu/item_store.py",
        "if version not in (None, item.version):",
        "if False:",
        ("tests/menu/test_menu_races.py",),
    ),
    Mutant(
        "staff work for every truck",
        "chuckwagon/accounts/permissions.py",
        "    is_own = truck_id is not None and actor.truck_id == truck_id\n",
        "    is_own = True\n",
        STATUS,
    ),
    Mutant(
        "a formula behind a semicolon runs",
        "chuckwagon/kit/strings.py",
        '\n_FORMULA = re.compile("(^|[;\\t\\r\\n])( *)',
        '\n_FORMULA = re.compile("(^)( *)',
        ("tests/reporting/test_csv_response.py",),
    ),
    Mutant(
        "the second of two hours is forgotten",
        "chuckwagon/orders/placement/pickup_time.py",
        "        _to_utc(datetime.combine(today, local_time), tz, fold=1),\n",
        "",
        ("tests/orders/placement/test_pickup_time.py",),
    ),
    Mutant(
        "an import doubles an item in silence",
        "chuckwagon/menu/csv/service.py",
        '        if choice == "add":\n',
        '        if choice != "change":\n',
        ("tests/menu/test_import_questions.py",),
    ),
    Mutant(
        "an amount without a plus is taken for a name",
        "chuckwagon/menu/csv/service.py",
        "        if (draft.groups or ())[at] not in present:\n",
        "        if False:\n",
        ("tests/menu/test_import_menu.py",),
    ),
    Mutant(
        "a formula with a full-width sign runs",
        "chuckwagon/kit/strings.py",
        "＝＋－＠])|^(",
        "])|^(",
        ("tests/reporting/test_csv_response.py",),
    ),
    Mutant(
        "a search misses customers that wait for the index",
        "chuckwagon/reporting/customer_search.py",
        "matches = sa.union_all(indexed, waiting)",
        "matches = indexed",
        SEARCH_INDEX,
    ),
    Mutant(
        "a later name of a customer never gets into the index",
        "chuckwagon/customers/service.py",
        'values(words=sa.bindparam("new_words"), is_indexed=False)',
        'values(words=sa.bindparam("new_words"))',
        SEARCH_INDEX,
    ),
    Mutant(
        "the worker indexes a customer whom an order holds",
        "chuckwagon/customers/word_index.py",
        "lock.with_for_update(skip_locked=True)",
        "lock",
        SEARCH_INDEX,
        database="postgresql",
    ),
    Mutant(
        "the total of a search among some orders is called exact",
        "chuckwagon/orders/list_orders.py",
        "total = len(matches), len(window_end) < 2",
        "total = len(matches), True",
        ("tests/orders/test_query_count.py",),
    ),
    Mutant(
        "staff get the link that acts for the customer",
        "chuckwagon/orders/schemas.py",
        "make_view_token(order.id, order.tracking_token)),\n",
        "order.tracking_token),\n",
        (VIEW_ONLY,),
    ),
    Mutant(
        "a link that only shows an order acts on it",
        "chuckwagon/orders/self_service/service.py",
        "        order_id = get_order_by_token(session, token).id\n",
        "        from chuckwagon.orders.tracking.service import find_viewed_order\n\n"
        "        order_id = find_viewed_order(session, token)[0].id\n",
        (VIEW_ONLY,),
    ),
    Mutant(
        "any text after an order's ID shows the order",
        "chuckwagon/orders/tracking/service.py",
        '    if not hmac.compare_digest(make_view_token(order.id, order.tracking_token), token or ""):\n',
        "    if False:\n",
        (VIEW_ONLY,),
    ),
    Mutant(
        "who of the staff acts by a customer's link stays unknown",
        "chuckwagon/orders/self_service/routes.py",
        "    if actor is None:\n",
        "    if True:\n",
        ("tests/disruptions/test_the_customers_choice.py",),
    ),
]
