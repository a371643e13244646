/** Screens look again by themselves after 15 seconds: what comes before then was pushed to them. */
export const PUSHED = { timeout: 5_000 };
