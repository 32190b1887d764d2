import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export type Listener = {
  readonly port: number;
  /** Until this is called, every request is answered with 503 "starting". */
  serve(handler: Handler): void;
  /** Stops accepting connections, waits up to `graceMs` for running requests, then closes the rest. */
  close(graceMs: number): Promise<void>;
};

const RETRY_AFTER_SECONDS = "1";

/**
 * Binds the port before any slow step, so that a port conflict is reported immediately and the actual address is available
 * to the parts that need it. Throws an error with a readable message if the port is not available.
 */
export async function listen(port: number, host: string): Promise<Listener> {
  let handler: Handler = (_request, response) => {
    response.writeHead(503, { "Retry-After": RETRY_AFTER_SECONDS, "Content-Type": "application/json" });
    response.end(JSON.stringify({ status: "starting" }));
  };
  const answering = new WeakSet<Duplex>();
  const server = createServer((request, response) => {
    answering.add(request.socket);
    response.once("close", () => answering.delete(request.socket));
    handler(request, response);
  });
  // If a response has already begun on the connection, the error response would be read as part of its body.
  server.on("clientError", (error, socket) => refuse(error, socket, answering.has(socket)));
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

const TOO_LONG = `<!doctype html>
<html lang="en-GB">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>This address is too long</title>
  <h1>This address is too long</h1>
  <p>The address, together with the cookies that your browser sends, is longer than we accept. Check the link, or go to <a href="/">the home page</a>. If you see this message there too, clear this site's cookies.</p>
</html>
`;

/**
 * Answers a request that Node cannot parse and closes the connection. Node's own response has no body, so a visitor with a
 * URL that is too long would see an empty page.
 */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, isAnswering: boolean): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  if (error.code === "HPE_HEADER_OVERFLOW")
    socket.end(reply("431 Request Header Fields Too Large", TOO_LONG));
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") socket.end(reply("408 Request Timeout"));
  else if (error.code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") socket.end(reply("413 Payload Too Large"));
  else socket.end(reply("400 Bad Request"));
}

/** A complete raw HTTP response. The page loads no resources and runs no scripts. */
function reply(status: string, page = ""): string {
  return [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: text/html; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(page)}`,
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "",
    page,
  ].join("\r\n");
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
