// Loads the page that was asked for as soon as the server answers again.
const AGAIN_MS = 5000;

try {
  const theme = localStorage.getItem("chuckwagon.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; the system's theme is used then.
}

async function reloadIfBack() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // Still offline; the timer tries again.
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const button = document.getElementById("again");
  const state = document.getElementById("state");
  button.addEventListener("click", async () => {
    // The customers' page brings its own words.
    const { trying, stillOffline } = state.dataset;
    state.textContent = trying ?? "Trying…";
    await reloadIfBack();
    state.textContent = stillOffline ?? "Still no connection. Retrying automatically.";
  });
});

window.addEventListener("online", reloadIfBack);
setInterval(reloadIfBack, AGAIN_MS);
