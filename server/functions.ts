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
 * Mounts the server functions as they are: the very modules that Supabase Edge Functions run. Set the
 * environment that they read before the first call.
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
      // The platform in front of hosted functions sets this header; a caller's own value is never believed.
      const headers = new Headers(request.headers);
      headers.set("x-forwarded-for", peerAddress);
      // A new request and not a copy: the embedded server's own Request class cannot be copied. `duplex` is
      // required by fetch for a streamed body and missing from its types.
      const { method, body, signal } = request;
      return handler(
        new Request(request.url, { method, headers, body, signal, duplex: "half" } as RequestInit),
      );
    },
  };
}
