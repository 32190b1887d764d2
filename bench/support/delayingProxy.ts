import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Bench } from "./bench.ts";
import { fileAt } from "./serveFolder.ts";

/** One request. `serverMs` is the academy's own time, `lineMs` the real delay of the connection. */
export type Passage = { path: string; serverMs: number; lineMs: number };
export type DelayingProxy = { url: string; passages: Passage[]; setRoundTripMs(ms: number): void };

/**
 * A proxy between a page and the academy that waits half of the round trip before each request and half before its
 * response. Pages below `/bench/` come from `pages` without delay, so that they share the academy's origin.
 */
export async function startDelayingProxy(
  bench: Bench,
  academyUrl: string,
  pages: string,
): Promise<DelayingProxy> {
  const passages: Passage[] = [];
  let roundTripMs = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/bench/")) {
      const file = fileAt(pages, path.slice("/bench".length));
      if (!file) return void response.writeHead(404).end();
      return void response.writeHead(200, { "content-type": file.type }).end(file.body);
    }
    const body = await buffer(request);
    const there = await wait(roundTripMs / 2);
    const startedAt = performance.now();
    const reply = await pass(request, `${academyUrl}${path}`, body);
    const answer = await buffer(reply);
    const serverMs = performance.now() - startedAt;
    const back = await wait(roundTripMs / 2);
    passages.push({ path, serverMs, lineMs: there + back });
    const { "transfer-encoding": _, ...headers } = reply.headers;
    response.writeHead(reply.statusCode ?? 502, headers).end(answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  bench.onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    passages,
    setRoundTripMs(ms) {
      roundTripMs = ms;
    },
  };
}

async function pass(request: IncomingMessage, url: string, body: Buffer): Promise<IncomingMessage> {
  const { method, headers } = request;
  const forwarded = send(url, { method: method ?? "GET", headers: { ...headers, host: new URL(url).host } });
  forwarded.end(body);
  const [reply] = await once(forwarded, "response");
  return reply;
}

async function wait(ms: number): Promise<number> {
  const startedAt = performance.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  return performance.now() - startedAt;
}
