import { basename, dirname } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { MediaFile } from "../../tools/content/lesson/videoFile.ts";
import { cacheControl, IMMUTABLE } from "./cacheControl.ts";

/**
 * Serves the videos of the course and their captions by name, with support for range requests. The names contain a hash, so
 * browsers cache the files permanently.
 */
export function mediaRoutes(media: readonly MediaFile[]): Hono {
  const routes = new Hono();
  routes.use("*", cacheControl(IMMUTABLE));
  for (const { address, path } of media)
    routes.get(basename(address), serveStatic({ root: dirname(path), path: basename(path) }));
  routes.get("*", (c) => c.text("Not found", 404));
  return routes;
}
