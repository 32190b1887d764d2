import { join } from "node:path";
import { createServer } from "vite";
import type { Handler } from "../listen.ts";

const BACKEND_PATH = /^\/(healthz$|_dev\/|auth\/v1\/|rest\/v1\/|storage\/v1\/|functions\/v1\/)/;

/**
 * Development only: Vite serves the screens with hot reload; all other requests go to the academy. Vite uses inline scripts,
 * so these pages have no Content-Security-Policy; with `npm start` and in the tests they do.
 */
export async function viteScreens(academy: Handler): Promise<Handler> {
  const vite = await createServer({
    root: join(import.meta.dirname, "..", ".."),
    server: { middlewareMode: true, hmr: { port: 0 } },
    appType: "spa",
  });
  return (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (BACKEND_PATH.test(path)) academy(request, response);
    else vite.middlewares(request, response);
  };
}
