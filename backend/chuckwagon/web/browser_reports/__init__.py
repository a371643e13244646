"""Reports that browsers send: errors of the page, and violations of the content security policy."""
