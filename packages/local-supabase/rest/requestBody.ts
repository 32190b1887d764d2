const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * The same request to this address with its whole body in memory, so that a slow sender cannot block the database; `null`
 * if the body is larger than 10 MiB.
 */
export async function bufferRequest(request: Request, address: string): Promise<Request | null> {
  if (!request.body) return new Request(address, { method: request.method, headers: request.headers });
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  const headers = new Headers(request.headers);
  // Bucket size limits are checked against this header, which a chunked upload lacks.
  headers.set("content-length", String(size));
  return new Request(address, { method: request.method, headers, body: Buffer.concat(chunks) });
}
