"""SMS and e-mails to customers: texts, sending, opt-outs and delivery reports."""
