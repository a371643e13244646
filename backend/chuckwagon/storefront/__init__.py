"""The public pages as they leave the server: with their content, and with the data that the browser needs."""
