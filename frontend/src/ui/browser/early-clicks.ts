/** What `start.js` leaves for the code: the buttons that were clicked before hydration. */
declare global {
  interface Window {
    earlyClicks?: { take(): HTMLElement[] };
  }
}

/** Replays clicks made before hydration and stops recording. */
export function replayEarlyClicks(): void {
  for (const button of window.earlyClicks?.take() ?? []) button.click();
}
