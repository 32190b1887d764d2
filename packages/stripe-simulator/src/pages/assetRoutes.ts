import { readFileSync } from "node:fs";
import { Hono } from "hono";

const styles = readFileSync(new URL("./simulator.css", import.meta.url), "utf8");
const icon = readFileSync(new URL("./icon.svg", import.meta.url), "utf8");

const CACHE = { "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" };

/** `/assets`: the style sheet and the icon. */
export function assetRoutes(): Hono {
  const app = new Hono();
  app.get("/simulator.css", (c) =>
    c.body(styles, 200, { ...CACHE, "Content-Type": "text/css; charset=utf-8" }),
  );
  app.get("/icon.svg", (c) => c.body(icon, 200, { ...CACHE, "Content-Type": "image/svg+xml" }));
  return app;
}
