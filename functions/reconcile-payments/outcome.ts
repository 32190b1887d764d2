/** What a look at one order led to. */
export type Outcome = "granted" | "paused" | "unchanged";
