import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives every request before the provider. Returns the JSON to reply with instead, or undefined to pass it on. */
type Intercept = (asked: {
  method: string;
  /** Includes the query. */
  path: string;
  body: string;
}) => Promise<{ status: number; json: unknown } | undefined>;

export type ProviderProxy = { url: string; setIntercept(intercept: Intercept): void; close(): Promise<void> };

/** A proxy between the functions and the payment provider at `target`, to change something between two requests. */
export async function startProviderProxy(target: string): Promise<ProviderProxy> {
  let intercept: Intercept = async () => undefined;
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const { method = "GET", url: path = "/" } = request;
    const instead = await intercept({ method, path, body });
    const reply = instead ?? (await forward(target, request, body));
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(JSON.stringify(reply.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setIntercept: (next) => {
      intercept = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

async function forward(target: string, request: IncomingMessage, body: string) {
  const headers = new Headers();
  for (const name of ["authorization", "content-type", "idempotency-key", "stripe-version"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const { method = "GET", url = "/" } = request;
  const reply = await fetch(`${target}${url}`, { method, headers, ...(body === "" ? {} : { body }) });
  return { status: reply.status, json: await reply.json() };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}
