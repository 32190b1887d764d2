const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "15 January 2027" from Unix seconds. */
export function formatDate(seconds: number): string {
  return format.format(new Date(seconds * 1000));
}
