const TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/London",
});
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });

/** Formats a time in ISO 8601 as "20 November 2026". */
export function formatDate(time: string): string {
  return DATE.format(new Date(time));
}

/** Formats a time in ISO 8601 as "20 November 2026 at 23:05, UK time". */
export function formatTime(time: string): string {
  return `${TIME.format(new Date(time))}, UK time`;
}
