import { setTimeout as wait } from "node:timers/promises";
import { type Backend, type Mailbox, mailboxPages } from "@academy/local-supabase";
import { isForwarded } from "@academy/stripe-simulator/isForwarded";
import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono";
import { scrub } from "../functions/_shared/log.ts";
import { isLoopback } from "./env.ts";
import type { FunctionHost } from "./functions.ts";
import { notKept } from "./http/cacheControl.ts";
import { addressBehind, callerAddress, isOurs, type TrustedProxies } from "./http/clientAddress.ts";
import { securityHeaders } from "./http/headers.ts";
import { heldBodies } from "./http/heldBodies.ts";
import { serverLog, startRequestLog } from "./log.ts";

export type DevConfig = {
  supabaseUrl: string;
  publishableKey: string;
  stripeApi: string;
  stripeDashboard: string;
};

/** One origin: `/healthz`, `/_dev` (loopback only), Supabase's three services, the functions, then the site. */
export function createApp(parts: {
  backend: Backend;
  functions: FunctionHost;
  site: Hono | null;
  dev: { mailbox: Mailbox; config: DevConfig } | null;
  /** Whether visitors use https, through a proxy that terminates TLS. */
  isHttps?: boolean;
  /** Without it, a caller's address is always that of its socket. */
  trustedProxies?: TrustedProxies | undefined;
}): Hono {
  const { backend, functions, site, dev, isHttps = false, trustedProxies } = parts;
  const addressOf = (c: Context) => addressBehind(c, backend.secretKey) ?? callerAddress(c, trustedProxies);
  // What our functions send has been counted when they received it.
  const holder = (c: Context) => (isOurs(c, backend.secretKey) ? null : addressOf(c));
  const app = new Hono();
  app.use(securityHeaders({ isHttps }), knownMethods, readableAddress, heldBodies(holder));
  app.get("/healthz", healthCheck(backend));
  if (dev) {
    app.use("/_dev/*", onlyLoopbackHost);
    app.get("/_dev/config.json", (c) => c.json(dev.config));
    app.route("/_dev", mailboxPages(dev.mailbox));
  }
  app.all("/_dev/*", (c) => c.text("Not found", 404));

  const toBackend = (c: Context) => backend.fetch(c.req.raw, addressOf(c));
  for (const service of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*"]) app.all(service, notKept, toBackend);
  app.all("/functions/v1/:name", (c) => functions.call(c.req.param("name"), c.req.raw, addressOf(c)));

  if (site) app.route("/", site);
  app.notFound((c) => c.text("Not found", 404));
  app.onError((error, c) => {
    const { log, requestId } = startRequestLog(c);
    log.fault("request_failed", error, { method: c.req.method, path: scrub(c.req.path), status: 500 });
    const text = "Something went wrong on our side. Nothing was lost; please try again.";
    return c.json({ error: text, requestId }, 500, { "x-request-id": requestId });
  });
  return app;
}

const PROBE_TIMEOUT_MS = 1_000;

/** Responds within a second, even while the database is busy, which the response then reports. */
function healthCheck(backend: Backend): Handler {
  let probe: Promise<"ok" | "failed"> | null = null;
  const ask = async () => {
    try {
      await backend.query("select 1");
      return "ok";
    } catch (error) {
      serverLog.fault("health_check", error);
      return "failed";
    } finally {
      probe = null;
    }
  };
  return async (c) => {
    // Concurrent checks share one probe, so that checks do not pile up while the database is busy.
    probe ??= ask();
    const state = await Promise.race([probe, wait(PROBE_TIMEOUT_MS, "busy" as const, { ref: false })]);
    if (state === "ok") return c.json({ status: "ok" });
    if (state === "busy") return c.json({ status: "ok", database: "busy" });
    return c.json({ status: "unavailable" }, 503);
  };
}

/**
 * The mailbox contains passwords. A page of another site can resolve its own host name to this machine (DNS rebinding), and
 * a proxy can forward requests from others: both get 404.
 */
const onlyLoopbackHost: MiddlewareHandler = async (c, next) => {
  if (isForwarded(c) || !isLoopback(new URL(c.req.url).hostname)) return c.text("Not found", 404);
  return next();
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rejects all other methods. Node accepts TRACE, which a Request cannot represent, so each one would be a server error. */
const knownMethods: MiddlewareHandler = async (c, next) => {
  if (METHODS.includes(c.req.method)) return next();
  return c.text("Method not allowed", 405, { Allow: METHODS.join(", ") });
};

/**
 * Rejects an invalid `Host`, such as `127.999.1.1`, and below the services a path that is not encoded correctly, before any
 * handler parses them, and NUL, which no file system or database accepts.
 */
const readableAddress: MiddlewareHandler = async (c, next) =>
  isReadable(c.req.url) ? next() : c.text("Bad request", 400);

const API = /^\/(auth|rest|storage|functions)\/v1\//;

function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, search } = new URL(address);
  // In queries, functions answer for themselves.
  const forDatabase = pathname.startsWith("/rest/v1/") ? pathname + search : pathname;
  if (forDatabase.includes("%00")) return false;
  // A page of the site answers to any other path.
  if (!API.test(pathname)) return true;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    // A percent sign that starts no UTF-8 character.
    return false;
  }
}
