"""Errors that end a command, with a message for the operator."""


class OperatorError(Exception):
    """An expected failure of a command, whose message is for the operator. The program shows it without a traceback."""


class CannotStart(OperatorError):
    """The product cannot start. The message says why and what to do."""


class SettingsInvalid(OperatorError):
    """A setting is missing or contradicts another. The message says which and what to do."""
