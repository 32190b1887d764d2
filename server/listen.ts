import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export type Listener = {
  readonly port: number;
  /** Until this is called every request is answered 503 "starting". */
  serve(handler: Handler): void;
  /** Stops accepting, lets running requests end for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
};

const RETRY_AFTER_SECONDS = "1";

/**
 * Takes the port before anything slow happens, so that a taken port is told at once and the real address is known
 * to the parts that need it. Throws a sentence for people when the port cannot be had.
 */
export async function listen(port: number, host: string): Promise<Listener> {
  let handler: Handler = (_request, response) => {
    response.writeHead(503, { "Retry-After": RETRY_AFTER_SECONDS, "Content-Type": "application/json" });
    response.end(JSON.stringify({ status: "starting" }));
  };
  const server = createServer((request, response) => handler(request, response));
  await bind(server, port, host);
  return {
    // `address()` is a pipe name or null only for servers that do not listen on a port.
    port: (server.address() as AddressInfo).port,
    serve(next) {
      handler = next;
    },
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} is taken by another program. Stop it, or choose another: PORT=3100 npm start`,
    );
  }
  if (error.code === "EACCES")
    return new Error(`Port ${port} may not be used by this account. Choose one above 1023.`);
  return new Error(`Cannot listen on ${host}:${port}: ${error.message}`, { cause: error });
}
