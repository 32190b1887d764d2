/**
 * JSON with sorted keys and no spaces, so that equal values have equal text wherever they were serialised: Postgres
 * stores `jsonb` in its own key order. `value` must be plain JSON.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
