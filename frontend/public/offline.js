// Loads the page that was asked for as soon as the server answers again.
const AGAIN_MS = 5000;

try {
  const theme = localStorage.getItem("chuckwagon.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; the system's theme is used then.
}

/** What was chosen on this device, else the first language of the browser that the screens speak. */
function isSpanish() {
  const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (chosen ?? spoken.find((language) => ["en", "es"].includes(language))) === "es";
}

/** Says in Spanish what the page of the staff has in both languages; the customers' page brings its own words. */
function translate() {
  document.documentElement.lang = "es";
  for (const place of document.querySelectorAll("[data-es]")) {
    const { es, esTrying, esStillOffline } = place.dataset;
    place.textContent = es;
    if (esTrying) Object.assign(place.dataset, { trying: esTrying, stillOffline: esStillOffline });
  }
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
  if (isSpanish() && document.querySelector("[data-es]")) translate();
  button.addEventListener("click", async () => {
    const { trying, stillOffline } = state.dataset;
    state.textContent = trying ?? "Trying…";
    await reloadIfBack();
    state.textContent = stillOffline ?? "Still no connection. Retrying automatically.";
  });
});

window.addEventListener("online", reloadIfBack);
setInterval(reloadIfBack, AGAIN_MS);
