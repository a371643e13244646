"""SMS to customers: texts, sending, opt-outs and delivery reports."""
