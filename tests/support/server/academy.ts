import { type Backend, type Mail, openMailbox, startSmtpSink } from "@academy/local-supabase";
import { startBackend, TEST_PASSWORD_COST } from "@academy/local-supabase/testing";
import { startStripeSimulator } from "@academy/stripe-simulator";
import { getRequestListener } from "@hono/node-server";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { createApp } from "../../../server/app.ts";
import { renderAuthMail } from "../../../server/authMails.ts";
import { LOCAL_PUBLISHABLE_KEY, loadSecrets } from "../../../server/dataFolder.ts";
import { loadFunctions } from "../../../server/functions.ts";
import { listen } from "../../../server/listen.ts";
import { connectStripe } from "../../../server/stripeAccount/client.ts";
import { setUpShop } from "../../../server/stripeAccount/setup.ts";
import { SUPABASE_PROJECT } from "../../../server/supabaseProject.ts";
import { publishOutlineSql } from "../outline.ts";

export type TestAcademy = {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly backend: Backend;
  readonly stripe: Stripe;
  /** Newest first. */
  mails(): Mail[];
  /** While down, the mail server rejects every email. */
  setMailServerDown(isDown: boolean): void;
  /** Held events wait until the mode is "deliver" again. */
  setWebhooks(mode: "hold" | "deliver"): Promise<void>;
  /** POSTs to one of the payment simulator's own controls, such as `advance`. */
  simulate(control: string, body: Record<string, unknown>): Promise<void>;
  /** POSTs to a server function. A plain object is sent as JSON. */
  call(name: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** A plain supabase-js client over HTTP, without a stored session. */
  client(key?: string): SupabaseClient;
  close(): Promise<void>;
};
export type Reply = { status: number; headers: Headers; body: Record<string, unknown> };

const HOST = "127.0.0.1";

/**
 * An academy for the tests of a file, which share it. Call it at the top of the file. Before each test the provider's events
 * are delivered and no rate limit is used up.
 */
export function withAcademy(): TestAcademy {
  let started: TestAcademy | undefined;
  const running = (): TestAcademy => {
    if (!started) throw new Error("the academy starts with the first test and cannot be used before that");
    return started;
  };
  beforeAll(async () => {
    started = await startTestAcademy();
  });
  afterAll(() => started?.close());
  beforeEach(async () => {
    await running().simulate("webhooks", { mode: "deliver", copies: 1, lose: null });
    await running().backend.query("delete from public.rate_limits");
  });
  return new Proxy({} as TestAcademy, { get: (_, name) => Reflect.get(running(), name) });
}

/**
 * Backend, functions, payment simulator and mail server, all real, over HTTP on free ports. `via` can put a proxy between the
 * functions and the backend or the provider: it returns the address to use instead.
 */
export async function startTestAcademy(
  via: (target: string) => Promise<string> = async (target) => target,
): Promise<TestAcademy> {
  const secrets = loadSecrets(null);
  const listener = await listen(0, HOST);
  const url = `http://${HOST}:${listener.port}`;
  const mailbox = openMailbox(null);
  let isMailDown = false;
  const smtp = await startSmtpSink({
    list: mailbox.list,
    async add(mail) {
      if (isMailDown) throw new Error("the mail server is down");
      await mailbox.add(mail);
    },
  });
  const backend = await startBackend({
    dataDir: ":memory:",
    keys: { ...secrets, publishableKey: LOCAL_PUBLISHABLE_KEY },
    siteUrl: url,
    passwordCost: TEST_PASSWORD_COST,
    ...SUPABASE_PROJECT,
    onAuthMail: async (mail) => mailbox.add({ to: mail.to, from: "", ...renderAuthMail(mail, url) }),
  });
  await backend.query(publishOutlineSql());
  const simulator = await startStripeSimulator({
    port: 0,
    host: HOST,
    dataFile: null,
    secretKey: secrets.stripeSecretKey,
    webhook: { url: `${url}/functions/v1/stripe-webhook`, secret: secrets.stripeWebhookSecret },
    siteName: "Test academy",
  });
  Object.assign(process.env, {
    SUPABASE_URL: await via(url),
    SUPABASE_SECRET_KEY: secrets.secretKey,
    SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
    SITE_URL: url,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    FUNCTIONS_URL: `${url}/functions/v1`,
    CERTIFICATE_KEY: secrets.certificateKey,
    VAPID_PRIVATE_KEY: secrets.vapidKey,
    STRIPE_API_URL: await via(simulator.url),
    SMTP_URL: smtp.url,
  });
  const stripe = connectStripe(secrets.stripeSecretKey, simulator.url);
  await setUpShop(stripe, url);
  const functions = await loadFunctions();
  const app = createApp({ backend, functions, site: null, dev: null });
  const answering = new Set<Promise<unknown>>();
  const answer = (...args: Parameters<typeof app.fetch>) => {
    const reply = Promise.resolve(app.fetch(...args)).finally(() => answering.delete(reply));
    answering.add(reply);
    return reply;
  };
  listener.serve(getRequestListener(answer, { overrideGlobalObjects: false }));

  return {
    url,
    secretKey: secrets.secretKey,
    webhookSecret: secrets.stripeWebhookSecret,
    backend,
    stripe,
    mails: () => mailbox.list(),
    setMailServerDown: (isDown) => {
      isMailDown = isDown;
    },
    setWebhooks: (mode) => simulate(simulator.url, "webhooks", { mode }),
    simulate: (control, body) => simulate(simulator.url, control, body),
    call: (name, body, headers = {}) => post(`${url}/functions/v1/${name}`, body, headers),
    client: (key = LOCAL_PUBLISHABLE_KEY) =>
      createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    async close() {
      await simulator.close();
      // On a busy machine the simulator gives up a webhook that is still being answered.
      while (answering.size > 0) await Promise.allSettled(answering);
      await settleBackground();
      await listener.close(1_000);
      await backend.close();
      await smtp.close();
    },
  };
}

async function simulate(url: string, control: string, body: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${url}/_sim/${control}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`the simulator returned ${reply.status}: ${await reply.text()}`);
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Reply> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const reply = await fetch(url, {
    method: "POST",
    // Our tests pass only byte arrays on a plain ArrayBuffer, which BodyInit requires.
    body: isRaw ? (body as BodyInit) : JSON.stringify(body),
    headers: isRaw ? headers : { "content-type": "application/json", ...headers },
  });
  // Every function answers with a JSON object.
  const parsed = (await reply.json()) as Record<string, unknown>;
  return { status: reply.status, headers: reply.headers, body: parsed };
}
