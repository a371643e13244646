"""Connected accounts: records, onboarding links, transfers of their share."""
