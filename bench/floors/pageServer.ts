import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The floor of a static page: sends one compressed document from memory. Runs in a separate process, prints its address and
 * exits when its parent does.
 */
const body = readFileSync(process.argv[2] ?? "");
const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.on("disconnect", () => process.exit(0));
// `address()` is a pipe name or null only for a server that does not listen on a port.
console.info(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
