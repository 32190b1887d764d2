const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });

/** "20 November 2026", of a time in ISO 8601. */
export function formatDate(time: string): string {
  return DATE.format(new Date(time));
}
