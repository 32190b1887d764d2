import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { securityHeaders } from "../../../server/http/headers.ts";
import { siteRoutes } from "../../../server/http/site.ts";

const DIST = join(import.meta.dirname, "..", "..", "..", "dist");
const HASHED = /([\w-]{7})(\.\w+)$/;
export const PORTAL_PAGE = "<!doctype html><title>Train</title><h1>Welcome to the train</h1>";
/** An entry of the worker's list of files. */
const ENTRY = /\{[^{}]*"integrity":"[^{}]*\}/g;
const TEXT = /\.(js|css|html|json)$/;

export type BuiltSite = {
  readonly url: string;
  /** Replaces this build with another one. This build's assets are still served (decision 0008). */
  deploy(): void;
  /** Replaces the build of `deploy` with this build again. The other one's assets are still served. */
  rollBack(): void;
  /** While true, a captive portal answers all requests that the worker makes itself. */
  hasPortal: boolean;
  /** A worker to serve in place of the build's own. */
  otherWorker: string | null;
  close(): Promise<void>;
};

/** The built site as the academy serves it, but without a backend, which makes it faster to start. */
export async function serveBuiltSite(): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), "academy-builds-"));
  const next = join(folder, "next");
  let site = siteRoutes({ dist: DIST, previous: folder });
  const app = new Hono();
  app.use(securityHeaders({ isHttps: false }));
  app.use(async (c, next) => {
    // Only the worker's own requests have this destination; those for pages and their files have others. The response
    // may be cached, as a real portal's may be.
    const isOfWorker = c.req.header("sec-fetch-dest") === "empty";
    if (built.hasPortal && isOfWorker) {
      return c.html(PORTAL_PAGE, 200, { "Cache-Control": "public, max-age=86400" });
    }
    if (built.otherWorker && c.req.path === "/sw.js") {
      return c.body(built.otherWorker, 200, {
        "Content-Type": "text/javascript",
        "Cache-Control": "no-cache",
      });
    }
    return next();
  });
  app.all("*", (c) => site.fetch(c.req.raw, c.env));
  const server: ServerType = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  const { port } = server.address() as AddressInfo;
  const built: BuiltSite = {
    url: `http://localhost:${port}`,
    hasPortal: false,
    otherWorker: null,
    deploy() {
      buildAgain(next);
      site = siteRoutes({ dist: next, previous: DIST });
    },
    rollBack() {
      site = siteRoutes({ dist: DIST, previous: next });
    },
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
  return built;
}

/** Copies the site under new names: the hash of each asset and each revision in the worker's list is reversed. */
function buildAgain(folder: string): void {
  cpSync(DIST, folder, { recursive: true, filter: (source) => !/\.(br|gz)$/.test(source) });
  const names = new Map<string, string>();
  for (const name of readdirSync(join(folder, "assets"))) {
    const next = name.replace(HASHED, (_, hash: string, extension: string) => turned(hash) + extension);
    renameSync(join(folder, "assets", name), join(folder, "assets", next));
    names.set(name, next);
  }
  const known = new RegExp([...names.keys()].map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!TEXT.test(file)) continue;
    const text = readFileSync(join(folder, file), "utf8").replace(known, (name) => names.get(name) ?? name);
    writeFileSync(
      join(folder, file),
      file === "sw.js" ? text.replace(/(?<="revision":")\w+/g, (hash) => turned(hash)) : text,
    );
  }
  // Last, because the hashes depend on the final content of every file.
  const worker = join(folder, "sw.js");
  const hashed = readFileSync(worker, "utf8").replace(ENTRY, (entry) => {
    const url = /"url":"([^"]+)"/.exec(entry)?.[1] ?? "";
    const hash = createHash("sha256")
      .update(readFileSync(join(folder, url)))
      .digest("base64");
    return entry.replace(/(?<="integrity":")[^"]+/, `sha256-${hash}`);
  });
  writeFileSync(worker, hashed);
}

function turned(hash: string): string {
  return [...hash].reverse().join("");
}
