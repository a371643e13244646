/** How soon a screen shows what is pushed to it, on a machine that is busy with other tests. */
export const PUSHED = { timeout: 10_000 };

/** The confirmation asks for the text's fate at growing intervals; a late answer waits for the next. */
export const TEXT_SEEN = { timeout: 30_000 };
