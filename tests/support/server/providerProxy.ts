import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { afterAll, afterEach, beforeAll } from "vitest";

/** Receives every request before the provider. Returns the JSON to reply with instead, or undefined to pass it on. */
type Intercept = (asked: {
  method: string;
  /** Includes the query. */
  path: string;
  body: string;
}) => Promise<{ status: number; json: unknown } | undefined>;

/**
 * A proxy between the functions and the payment provider at `target`, to change something between two requests. Call it after
 * `withAcademy`. After each test it passes everything on again.
 */
export function withProviderProxy() {
  const passOn: Intercept = async () => undefined;
  const proxy = {
    target: "",
    intercept: passOn,
    setIntercept(next: Intercept = passOn) {
      proxy.intercept = next;
    },
  };
  let close = async () => {};
  beforeAll(async () => {
    proxy.target = process.env.STRIPE_API_URL ?? "";
    const started = await startProxy(proxy);
    close = started.close;
    // The functions read this variable at their first request, so the test can still change it.
    process.env.STRIPE_API_URL = started.url;
  });
  afterEach(() => proxy.setIntercept());
  afterAll(() => close());
  return proxy;
}

async function startProxy(proxy: { target: string; intercept: Intercept }) {
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const { method = "GET", url: path = "/" } = request;
    const instead = await proxy.intercept({ method, path, body });
    // Null when the provider stops after the tests, while a request of a timer is under way: that one ends too.
    const reply = instead ?? (await forward(proxy.target, request, body).catch(() => null));
    if (reply === null) return void response.destroy();
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(JSON.stringify(reply.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
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
