const HEADERS = { "content-type": "application/json", "cache-control": "no-cache, no-store" };

/** A JSON answer from an object, or from a text that is JSON already. */
export function jsonResponse(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}
