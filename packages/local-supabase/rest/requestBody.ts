const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * The same request to this address with its whole body in memory, so that a slow sender cannot block the database; or the
 * response that refuses it, if the body is larger than 10 MiB or did not arrive completely.
 */
export async function bufferRequest(request: Request, address: string): Promise<Request | Response> {
  if (!request.body) return new Request(address, { method: request.method, headers: request.headers });
  const tooLarge = () => Response.json({ message: "The request is too large." }, { status: 413 });
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    // The caller has gone, or the server has ended a body that took too long: neither is a bug here.
    return Response.json({ message: "The request was interrupted." }, { status: 400 });
  }
  const headers = new Headers(request.headers);
  // Bucket size limits are checked against this header, which a chunked upload lacks.
  headers.set("content-length", String(size));
  return new Request(address, { method: request.method, headers, body: Buffer.concat(chunks) });
}
