/**
 * The oldest version of each browser in which everything works. The build's target follows from this table, and so does
 * the message for older browsers; a test compares it with the README and the accessibility statement
 * (docs/decisions/0061-check-the-browser-first.md).
 */
export const OLDEST_BROWSERS = { chrome: "111", edge: "111", firefox: "128", safari: "16.4" } as const;
