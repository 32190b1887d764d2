import { once } from "../../domain/once.ts";

const DAY = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }));

/** "21 November 2026", in the reader's own time zone. */
export function formatDay(iso: string): string {
  return DAY().format(new Date(iso));
}
