"""Orders: placing and pricing them, the staff's board, refunds, and the page on which a customer follows one."""
