import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Bench } from "./bench.ts";
import { fileAt } from "./serveFolder.ts";

/**
 * One request. `bytes` is the size of the request and its response, headers included. `endedAt` is when its response was
 * sent, by `performance.now()`.
 */
export type Passage = {
  method: string;
  path: string;
  bytes: number;
  endedAt: number;
};
export type DelayingProxy = {
  url: string;
  passages: Passage[];
  setRoundTripMs(ms: number): void;
  /** While it is down, every connection to the academy breaks. */
  setDown(isDown: boolean): void;
};

/**
 * A proxy between a page and the academy that waits half of the round trip before each request and half before its
 * response. Pages below `/bench/` come from `pages` without delay, so that they share the academy's origin. `rewrite` changes
 * the path that the academy gets.
 */
export async function startDelayingProxy(
  bench: Bench,
  academyUrl: string,
  pages: string,
  rewrite = (path: string) => path,
): Promise<DelayingProxy> {
  const passages: Passage[] = [];
  let roundTripMs = 0;
  let isDown = false;
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/bench/")) {
      const { pathname } = new URL(path, "http://localhost");
      const file = fileAt(pages, pathname.slice("/bench".length));
      if (!file) return void response.writeHead(404).end();
      return void response.writeHead(200, { "content-type": file.type }).end(file.body);
    }
    if (isDown) return void request.destroy();
    const body = await buffer(request);
    await wait(roundTripMs / 2);
    const reply = await pass(request, `${academyUrl}${rewrite(path)}`, body);
    const answer = await buffer(reply);
    await wait(roundTripMs / 2);
    const bytes = headerBytes(request) + body.length + headerBytes(reply) + answer.length;
    const { method = "GET" } = request;
    passages.push({ method, path, bytes, endedAt: performance.now() });
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
    setDown(down) {
      isDown = down;
    },
  };
}

function headerBytes({ rawHeaders }: IncomingMessage): number {
  const PUNCTUATION_BYTES = 2; // ": " behind each name and a line break behind each value
  return rawHeaders.reduce((sum, text) => sum + text.length + PUNCTUATION_BYTES, 0);
}

async function pass(request: IncomingMessage, url: string, body: Buffer): Promise<IncomingMessage> {
  const { method, headers } = request;
  const forwarded = send(url, { method: method ?? "GET", headers: { ...headers, host: new URL(url).host } });
  forwarded.end(body);
  const [reply] = await once(forwarded, "response");
  return reply;
}
