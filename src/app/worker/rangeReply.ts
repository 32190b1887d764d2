/**
 * The part of a whole response that a `Range` header asks for (RFC 9110 §14), which players send to seek: 206, or 416
 * if the range cannot be satisfied. Anything other than a single range of bytes is answered with the whole response, as
 * the RFC allows. Workbox's implementation is not used: it rejects an end beyond the file, which browsers send, and
 * cannot answer several ranges.
 */
export async function rangeReply(whole: Response, range: string | null): Promise<Response> {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? "") ?? [];
  const isBackwards = first !== "" && last !== "" && Number(last) < Number(first);
  if (first + last === "" || isBackwards) return whole;

  const bytes = await whole.blob();
  const start = first === "" ? Math.max(0, bytes.size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes.size : Math.min(Number(last) + 1, bytes.size);
  const headers = new Headers(whole.headers);
  if (start >= end) {
    headers.set("Content-Range", `bytes */${bytes.size}`);
    headers.delete("Content-Length");
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${start}-${end - 1}/${bytes.size}`);
  headers.set("Content-Length", `${end - start}`);
  return new Response(bytes.slice(start, end, bytes.type), { status: 206, headers });
}
