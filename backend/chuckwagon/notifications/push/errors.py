"""Errors that devices of staff and of customers have in common."""

from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.sentences import Sentence

DEVICE_NOT_FOUND = Sentence("This device was removed before.", "push_device_not_found")


class PushNotSetUp(Conflict):
    code = "push_not_set_up"
    sentence = "No notifications can be sent from here."


class TooManyDevices(Conflict):
    code = "push_devices_too_many"
    sentence = "Too many devices are told already. Please remove one first."
