import { existsSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

const DIST_DEV = join(import.meta.dirname, "..", "..", "dist-dev");

/** `/_dev/ui`: every primitive of the design system in every state. */
export function galleryPages(): Hono {
  const pages = new Hono();
  if (!existsSync(DIST_DEV)) return pages;
  const files = serveStatic({
    root: DIST_DEV,
    rewriteRequestPath: (path) => path.replace(/^\/_dev\/ui/, "") || "/",
    onFound: (_path, c) => c.header("Cache-Control", "no-cache"),
  });
  pages.get("/ui", files);
  pages.get("/ui/assets/*", files);
  return pages;
}
