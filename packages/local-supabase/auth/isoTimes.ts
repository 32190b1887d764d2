/**
 * Converts the times of a user (`…_at`, `banned_until`) and of their identities and factors from Postgres' text format to
 * the ISO format that GoTrue sends, because not every browser can parse the former.
 */
export function isoTimes(user: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(user).map(([key, value]): [string, unknown] => {
    if ((key === "identities" || key === "factors") && Array.isArray(value))
      return [key, value.map(isoTimes)];
    const isTime = typeof value === "string" && (key.endsWith("_at") || key === "banned_until");
    return [key, isTime ? new Date(value).toISOString() : value];
  });
  return Object.fromEntries(entries);
}
