"""Connected accounts, their onboarding links and their transfers."""
