import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import type { Backend } from "./backend/start.ts";
import type { FunctionHost } from "./functions.ts";
import { notKept } from "./http/cacheControl.ts";
import { galleryPages } from "./http/gallery.ts";
import { securityHeaders } from "./http/headers.ts";
import { knownMethods } from "./http/methods.ts";
import type { Mailbox } from "./mailbox/mailbox.ts";
import { mailboxPages } from "./mailbox/pages.ts";

export type DevConfig = {
  supabaseUrl: string;
  publishableKey: string;
  stripeApi: string;
  stripeDashboard: string;
};

/** One origin: `/healthz`, `/_dev` (loopback only), Supabase's three services, the functions, videos, then the site. */
export function createApp(parts: {
  backend: Backend;
  functions: FunctionHost;
  site: Hono | null;
  /** The course's videos, below `/media`. */
  media?: Hono;
  dev: { mailbox: Mailbox; config: DevConfig } | null;
  /** Whether people come by https: through a proxy that ends it. */
  isHttps?: boolean;
}): Hono {
  const { backend, functions, site, media, dev, isHttps = false } = parts;
  const app = new Hono();
  app.use(securityHeaders({ isHttps }), knownMethods);
  app.get("/healthz", async (c) => {
    await backend.query("select 1");
    return c.json({ status: "ok" });
  });
  if (dev) {
    app.get("/_dev/config.json", (c) => c.json(dev.config));
    app.route("/_dev", mailboxPages(dev.mailbox));
    app.route("/_dev", galleryPages());
  }
  app.all("/_dev/*", (c) => c.text("Not found", 404));

  const toBackend = (c: Context) => backend.fetch(c.req.raw, peerAddress(c));
  for (const service of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*"]) app.all(service, notKept, toBackend);
  app.all("/functions/v1/:name", (c) => functions.call(c.req.param("name"), c.req.raw, peerAddress(c)));

  if (media) app.route("/media", media);
  if (site) app.route("/", site);
  app.notFound((c) => c.text("Not found", 404));
  app.onError((error, c) => {
    console.error(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    return c.json({ error: "Something went wrong on our side. Nothing was lost; please try again." }, 500);
  });
  return app;
}

function peerAddress(c: Context): string {
  return getConnInfo(c).remote.address ?? "unknown";
}
