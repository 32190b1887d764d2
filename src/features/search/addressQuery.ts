import { cleanLine } from "../../domain/typedText.ts";

/** Longer than any realistic query. A longer one in a URL is truncated. */
export const QUERY_MAX_LENGTH = 100;

export function readQuery(params: URLSearchParams): string {
  return (params.get("q") ?? "").slice(0, QUERY_MAX_LENGTH);
}

export function writeQuery(typed: string): URLSearchParams {
  const query = cleanLine(typed);
  return new URLSearchParams(query ? { q: query } : {});
}
