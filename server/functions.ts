import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

const FUNCTIONS_DIR = join(import.meta.dirname, "..", "functions");

type Handler = (request: Request) => Promise<Response>;
const functionModule = z.object({
  default: z.object({ fetch: z.custom<Handler>((value) => typeof value === "function") }),
});

export type FunctionHost = { call(name: string, request: Request, peerAddress: string): Promise<Response> };

/**
 * Mounts the server functions unchanged: the same modules that Supabase Edge Functions run. Set their environment before the
 * first call.
 */
export async function loadFunctions(): Promise<FunctionHost> {
  const handlers = new Map<string, Handler>();
  for (const entry of readdirSync(FUNCTIONS_DIR, { withFileTypes: true })) {
    const file = join(FUNCTIONS_DIR, entry.name, "index.ts");
    if (!entry.isDirectory() || entry.name.startsWith("_") || !existsSync(file)) continue;
    const module = functionModule.parse(await import(pathToFileURL(file).href));
    handlers.set(entry.name, module.default.fetch);
  }
  return {
    async call(name, request, peerAddress) {
      const handler = handlers.get(name);
      if (!handler)
        return Response.json({ error: "There is no such function.", code: "not_found" }, { status: 404 });
      return handler(requestForFunction(request, peerAddress));
    },
  };
}

const MOUNT = /^\/functions\/v1(?=\/)/;

/** The request in the form that a hosted function receives: the path starts with the function's name. */
export function requestForFunction(request: Request, peerAddress: string): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(MOUNT, "");
  // The platform sets this header too; the caller's own value is never trusted.
  const headers = new Headers(request.headers);
  headers.set("x-forwarded-for", peerAddress);
  const { method, body, signal } = request;
  // A new request, because the Request class of the HTTP server cannot be copied. fetch requires `duplex` for a streamed
  // body, but its types lack it.
  return new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit);
}
