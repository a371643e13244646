/** How soon a screen shows what is pushed to it, on a machine that is busy with other tests. */
export const PUSHED = { timeout: 5_000 };
