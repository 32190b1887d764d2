import { once } from "../../../domain/once.ts";

const MOMENT = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }));
const DAY = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }));

/** "25 Nov 2026, 14:05", in the reader's own time zone. */
export function formatMoment(iso: string): string {
  return MOMENT().format(new Date(iso));
}

/** "25 Nov 2026", in the reader's own time zone. */
export function formatDay(iso: string): string {
  return DAY().format(new Date(iso));
}
