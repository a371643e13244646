"""Push messages: which endpoints are called, who may be told, and what a failed push means for the SMS."""

from mutant_tables.mutant import Mutant

ENDPOINTS = ("tests/push/test_endpoints.py",)
STAFF = ("tests/notifications/push/test_staff_devices.py",)
CUSTOMERS = ("tests/notifications/push/test_order_devices.py",)

MUTANTS = [
    Mutant(
        "a browser may name any push service",
        "chuckwagon/push/endpoints.py",
        "    return is_plain and any(_matches(host, service) for service in (*KNOWN_SERVICES, *services))\n",
        "    return is_plain\n",
        ENDPOINTS,
        is_quick=True,
    ),
    Mutant(
        "an endpoint that is not allowed any more is called",
        "chuckwagon/push/service.py",
        "    if not is_allowed(device.endpoint, settings.other_push_services, settings.push_stand_in):\n",
        "    if False:\n",
        (f"{STAFF[0]}::test_an_endpoint_that_is_not_allowed_any_more_is_not_called",),
        is_quick=True,
    ),
    Mutant(
        "an endpoint that is gone is kept",
        "chuckwagon/push/service.py",
        "    forget_endpoint(session, endpoint_digest)\n",
        "",
        (f"{STAFF[0]}::test_an_endpoint_that_is_gone_is_forgotten_at_once",),
        is_quick=True,
    ),
    Mutant(
        "who lost the right to see orders hears of them",
        "chuckwagon/notifications/push/compose.py",
        "    is_allowed = decide_access(actor, Action.MANAGE_ORDERS, device.truck_id) is AccessDecision.ALLOWED\n",
        "    is_allowed = True\n",
        (f"{STAFF[0]}::test_who_lost_the_right_before_it_is_sent_hears_nothing",),
        is_quick=True,
    ),
    Mutant(
        "an order has any number of devices",
        "chuckwagon/notifications/push/customers/service.py",
        "    if len(list_order_devices(session, order.id)) >= settings.limit_push_devices_per_order:\n",
        "    if False:\n",
        (f"{CUSTOMERS[0]}::test_an_order_has_at_most_three_devices_and_a_browser_counts_once",),
        is_quick=True,
    ),
    Mutant(
        "a user has any number of devices",
        "chuckwagon/notifications/push/staff/service.py",
        "    if len(_list_ids(session, actor.user_id)) >= settings.limit_push_devices_per_user:\n",
        "    if False:\n",
        (f"{STAFF[0]}::test_a_user_has_at_most_ten_devices_and_a_session_one_for_each_truck",),
        is_quick=True,
    ),
    Mutant(
        "a failed push leaves the SMS waiting",
        "chuckwagon/notifications/push/jobs.py",
        '                pushes.release_held_sms(session, str(said["smsKey"]))\n',
        "                pass\n",
        (f"{CUSTOMERS[0]}::test_when_the_push_fails_for_good_the_sms_goes_at_once",),
        is_quick=True,
    ),
    Mutant(
        "a device beside the SMS replaces it",
        "chuckwagon/notifications/push/jobs.py",
        "device is not None and device.is_instead and ",
        "device is not None and ",
        (f"{CUSTOMERS[0]}::test_one_device_beside_does_not_replace_the_sms_that_another_would",),
        is_quick=True,
    ),
    Mutant(
        "a device that fails releases the SMS that another still replaces",
        "chuckwagon/notifications/push/jobs.py",
        '            if not pushes.has_other_instead(session, order_id, str(said["kind"]), device_id):\n',
        "            if True:\n",
        (f"{CUSTOMERS[0]}::test_a_device_that_fails_does_not_release_the_sms_that_another_still_replaces",),
        is_quick=True,
    ),
    Mutant(
        "a device whose session has expired counts as told",
        "chuckwagon/notifications/push/staff/service.py",
        ", StaffDevice.session_digest.in_(sessions.select_living()))\n",
        ",)\n",
        (f"{STAFF[0]}::test_a_device_whose_session_has_expired_is_neither_listed_nor_told_nor_counted",),
        is_quick=True,
    ),
]
