import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";

const YEAR_SECONDS = 31_536_000;
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/**
 * The built site. Hashed assets are kept for ever by browsers; those of earlier builds are served as well, so
 * that a page that was open during an update still finds its chunks. A missing file is a 404 and never the
 * app shell: a browser must not take HTML for a script.
 */
export function siteRoutes(options: { dist: string; previous: string }): Hono {
  const site = new Hono();
  const keepForEver = (_path: string, c: Context) => c.header("Cache-Control", IMMUTABLE);
  const askEveryTime = (_path: string, c: Context) => c.header("Cache-Control", "no-cache");

  site.use("/assets/*", serveStatic({ root: options.dist, precompressed: true, onFound: keepForEver }));
  site.use("/assets/*", serveStatic({ root: options.previous, onFound: keepForEver }));
  site.get("/assets/*", (c) => c.text("Not found", 404));
  site.use("*", serveStatic({ root: options.dist, precompressed: true, onFound: askEveryTime }));
  site.get("*", (c, next) => {
    const lastSegment = c.req.path.slice(c.req.path.lastIndexOf("/") + 1);
    if (lastSegment.includes(".")) return c.text("Not found", 404);
    return next();
  });
  site.get(
    "*",
    serveStatic({ root: options.dist, path: "index.html", precompressed: true, onFound: askEveryTime }),
  );
  return site;
}
