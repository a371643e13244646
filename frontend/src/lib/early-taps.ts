/** What `start.js` leaves for the code: the buttons that were tapped before it was there. */
declare global {
  interface Window {
    earlyTaps?: { take(): HTMLElement[] };
  }
}

/** Makes the taps again that came too early, and has no more of them kept. */
export function repeatEarlyTaps(): void {
  for (const button of window.earlyTaps?.take() ?? []) button.click();
}
