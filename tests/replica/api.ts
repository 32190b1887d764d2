import { randomBytes } from "node:crypto";
import { type Backend, type Mailbox, mailboxPages } from "@academy/local-supabase";
import { startBackend } from "@academy/local-supabase/testing";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { renderAuthMail } from "../../server/authMails.ts";
import { loadSecrets } from "../../server/dataFolder.ts";
import { requestForFunction } from "../../server/functions.ts";
import { callerAddress } from "../../server/http/clientAddress.ts";
import { listen } from "../../server/listen.ts";
import { SUPABASE_PROJECT } from "../../server/supabaseProject.ts";
import { type DenoServer, startBundleServer, startDenoServer } from "../support/server/deno.ts";
import { type ReplicaDatabase, serverOf } from "./database.ts";

const HOST = "127.0.0.1";
const GRACE_MS = 2_000;
const ENTRY = `${import.meta.dirname}/everyFunction.ts`;
/** The region that the platform reports to the functions of a hosted project. */
const REGION = "eu-west-2";

/** The response headers that supabase-js reads in a browser. */
const EXPOSED = ["Content-Range", "X-Total-Count", "Link", "X-Supabase-Api-Version"];

export type ReplicaKeys = ReturnType<typeof newKeys>;

export type ReplicaApi = {
  /** As `https://<project>.supabase.co`: /auth/v1, /rest/v1, /storage/v1 and /functions/v1. */
  readonly url: string;
  readonly keys: ReplicaKeys;
  readonly backend: Backend;
  /** Starts the functions under Deno, with these variables and those that the platform sets. Replaces those that run. */
  serveFunctions(secrets: Record<string, string>): Promise<void>;
  /** The same for bundles, `<folder>/<name>/index.js`, as a deployment uploads them. */
  serveBundles(folder: string, names: readonly string[], secrets: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

/** The keys of a new project, and a publishable key that is not the embedded server's. */
export function newKeys() {
  return { ...loadSecrets(null), publishableKey: `sb_publishable_${randomBytes(16).toString("hex")}` };
}

/**
 * Auth, REST and storage on the database, which may still lack the migrations, and the functions once they are served.
 * `siteUrl` is the site's address, to which emails link.
 */
export async function startReplicaApi(options: {
  database: ReplicaDatabase;
  siteUrl: string;
  mailbox: Mailbox;
  keys?: ReplicaKeys;
  /** How many serve requests to the database. */
  connections?: number | undefined;
}): Promise<ReplicaApi> {
  const { database, siteUrl, mailbox, keys = newKeys(), connections } = options;
  const listener = await listen(0, HOST);
  const url = `http://${HOST}:${listener.port}`;
  const backend = await startBackend({
    dataDir: ":memory:",
    server: serverOf(database, connections),
    keys,
    siteUrl,
    ...SUPABASE_PROJECT,
    onAuthMail: async (mail) => mailbox.add({ to: mail.to, from: "", ...renderAuthMail(mail, siteUrl) }),
  });
  let functions: DenoServer | undefined;
  const app = new Hono();
  // Pages of any site may call a hosted project. Each function decides for itself which sites may call it.
  const fromAnySite = cors({ origin: "*", exposeHeaders: EXPOSED });
  for (const service of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*"])
    app.all(service, fromAnySite, (c) => backend.fetch(c.req.raw, callerAddress(c, undefined)));
  app.all("/functions/v1/:name", (c) => (functions ? callFunction(functions.url, c) : c.notFound()));
  app.route("/_dev", mailboxPages(mailbox));
  listener.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));

  const platform = {
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SB_REGION: REGION,
  };
  const stopFunctions = async () => {
    const running = functions;
    functions = undefined;
    await running?.stop();
  };
  const replaceFunctions = async (start: () => Promise<DenoServer>) => {
    await stopFunctions();
    functions = await start();
  };
  return {
    url,
    keys,
    backend,
    serveFunctions: (secrets) => replaceFunctions(() => startDenoServer(ENTRY, { ...secrets, ...platform })),
    serveBundles: (folder, names, secrets) =>
      replaceFunctions(() => startBundleServer(folder, names, { ...secrets, ...platform })),
    async close() {
      await listener.close(GRACE_MS);
      await stopFunctions();
      await backend.close();
    },
  };
}

/** Passes the request on as the platform does, with the caller's address in the header that its proxies overwrite. */
function callFunction(functionsUrl: string, c: Context): Promise<Response> {
  const address = callerAddress(c, undefined);
  const request = requestForFunction(c.req.raw, address);
  const { pathname, search } = new URL(request.url);
  request.headers.set("cf-connecting-ip", address);
  request.headers.delete("host");
  // fetch would decode the body and keep the header that says it is encoded.
  request.headers.set("accept-encoding", "identity");
  const { method, headers, body } = request;
  // fetch requires `duplex` for a streamed body, but its types lack it.
  const init = { method, headers, body, redirect: "manual", duplex: "half" } as RequestInit;
  return fetch(`${functionsUrl}${pathname}${search}`, init).catch(() => {
    // The functions are being replaced, or have failed to start.
    return Response.json({ code: "BOOT_ERROR", message: "Function failed to start" }, { status: 503 });
  });
}
