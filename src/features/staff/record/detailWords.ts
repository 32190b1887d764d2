import { formatPence } from "../../../domain/sales/pricing.ts";
import { count } from "../../../domain/syncSentence.ts";
import { formatDay } from "../frame/dates.ts";

/** What a row of the record says about its action beyond its name, or nothing. */
export function detailWords(details: Record<string, unknown>): string {
  if (typeof details.amount_pence === "number") return formatPence(details.amount_pence);
  if (typeof details.until === "string") return `until ${formatDay(details.until)}`;
  if (typeof details.rows === "number") return count(details.rows, "row");
  // The codes of a cause or reason are short enough to read: "other_name".
  if (typeof details.cause === "string") return plain(details.cause);
  if (typeof details.reason === "string") return plain(details.reason);
  if ("to" in details && "from" in details && isRole(details.from) && isRole(details.to))
    return `from ${details.from ?? "none"} to ${details.to ?? "none"}`;
  return "";
}

const plain = (code: string) => code.replaceAll("_", " ");
const isRole = (value: unknown) => value === null || value === "staff" || value === "reviewer";
