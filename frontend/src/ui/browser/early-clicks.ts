/** What `start.js` leaves for the code: the buttons that were clicked before hydration. */
declare global {
  interface Window {
    earlyClicks?: { take(): HTMLElement[] };
  }
}

/** Marks a part of the server's page whose code comes after the rest; that part replays the early clicks itself. */
export const LOADS_LATER = { "data-loads-later": "" };

/** Replays early clicks, unless a part of the page could not answer them yet. */
export function replayEarlyClicksIfAllIsLoaded(): void {
  if (!document.querySelector("[data-loads-later]")) replayEarlyClicks();
}

/** Replays clicks made before hydration and stops recording. */
export function replayEarlyClicks(): void {
  for (const button of window.earlyClicks?.take() ?? []) button.click();
}
