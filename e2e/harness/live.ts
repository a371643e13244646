/** The confirmation asks for the text's fate at growing intervals; a late answer waits for the next. */
export const TEXT_SEEN = { timeout: 30_000 };
