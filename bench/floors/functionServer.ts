import { startBackend } from "@academy/local-supabase/testing";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "../../server/app.ts";
import { LOCAL_PUBLISHABLE_KEY, loadSecrets } from "../../server/dataFolder.ts";
import { loadFunctions } from "../../server/functions.ts";
import { listen } from "../../server/listen.ts";
import { SUPABASE_PROJECT } from "../../server/supabaseProject.ts";

/**
 * The academy's backend and functions, and the floor `bare-handler`, which reads its body, makes one request to the
 * database and responds. Runs in a separate process, prints its address and exits when its parent does.
 */
const HOST = "127.0.0.1";
const RATE_WINDOW_SECONDS = 60;
const RATE_LIMIT = 1_000_000;

const listener = await listen(0, HOST);
const url = `http://${HOST}:${listener.port}`;
const secrets = loadSecrets(null);
const backend = await startBackend({
  dataDir: ":memory:",
  keys: { ...secrets, publishableKey: LOCAL_PUBLISHABLE_KEY },
  siteUrl: url,
  ...SUPABASE_PROJECT,
  onAuthMail: async () => undefined,
});
Object.assign(process.env, {
  SUPABASE_URL: url,
  SUPABASE_SECRET_KEY: secrets.secretKey,
  SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
  SITE_URL: url,
  STRIPE_SECRET_KEY: secrets.stripeSecretKey,
  STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
  CERTIFICATE_KEY: secrets.certificateKey,
  // The measured call sends no email, but the configuration requires an address.
  SMTP_URL: `smtp://${HOST}`,
});
const functions = await loadFunctions();
const app = createApp({
  backend,
  site: null,
  dev: null,
  functions: {
    call: (name, request, peer) =>
      name === "bare-handler" ? answerBare(request) : functions.call(name, request, peer),
  },
});
listener.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
process.on("disconnect", () => process.exit(0));
console.info(`ready on ${url}`);

async function answerBare(request: Request): Promise<Response> {
  await request.json();
  const reply = await fetch(`${url}/rest/v1/rpc/take_rate_limit`, {
    method: "POST",
    headers: {
      apikey: secrets.secretKey,
      authorization: `Bearer ${secrets.secretKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ p_key: "bare", p_limit: RATE_LIMIT, p_window_seconds: RATE_WINDOW_SECONDS }),
  });
  if (!reply.ok) throw new Error(`the database returned ${reply.status}: ${await reply.text()}`);
  return Response.json({ wait: await reply.json() }, { status: 404 });
}
