try {
  const theme = localStorage.getItem("chuckwagon.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; the system's theme is used then.
}
