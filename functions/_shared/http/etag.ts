import { sha256Hex } from "../random.ts";

/**
 * `data` as JSON with an ETag made of its text, or 304 for a caller who has that text already (RFC 9110 §13.1.2: the
 * comparison is weak, as proxies that compress make our tag).
 */
export async function jsonOrNotModified(request: Request, data: unknown): Promise<Response> {
  const text = JSON.stringify(data);
  const etag = `"${await sha256Hex(text)}"`;
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*"))
    return new Response(null, { status: 304, headers: { etag } });
  return new Response(text, { headers: { etag, "content-type": "application/json" } });
}
