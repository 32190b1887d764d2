import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import type { Bench } from "./bench.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

export type StoredFile = { body: Buffer; type: string };

/** The file for a path, or `index.html` for a folder. Null when there is none. */
export function fileAt(folder: string, path: string): StoredFile | null {
  const named = join(folder, normalize(path));
  const file = named.endsWith("/") ? `${named}index.html` : named;
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return null;
  return { body: readFileSync(file), type: TYPES[extname(file)] ?? "application/octet-stream" };
}

/**
 * Serves a folder on a free port of this machine until the bench ends, compressed like the academy's own files.
 * Returns its address, without a slash.
 */
export async function serveFolder(bench: Bench, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = fileAt(folder, new URL(request.url ?? "/", "http://localhost").pathname);
    if (!file) return void response.writeHead(404).end();
    const headers = { "content-type": file.type, "cache-control": "no-cache", "content-encoding": "gzip" };
    response.writeHead(200, headers).end(gzipSync(file.body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  bench.onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
