import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Backend, openMailbox, startSmtpSink, startSupervisedBackend } from "@academy/local-supabase";
import { type StripeSimulator, startStripeSimulator } from "@academy/stripe-simulator";
import { getRequestListener } from "@hono/node-server";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { settleBackground } from "../functions/_shared/background.ts";
import { functionsEnv } from "../functions/_shared/env.ts";
import { sendMail } from "../functions/_shared/mail/send.ts";
import { providerFacts } from "../functions/_shared/providerFacts.ts";
import { SITE } from "../src/domain/site.ts";
import { readCompiledCourse } from "../tools/content/compiledCourse.ts";
import { formatError } from "../tools/content/contentError.ts";
import { publishCourse } from "../tools/content/publish/publishCourse.ts";
import { supabaseStore } from "../tools/content/publish/supabaseStore.ts";
import { createApp, type DevConfig } from "./app.ts";
import { renderAuthMail } from "./authMails.ts";
import { LOCAL_PUBLISHABLE_KEY, type LocalSecrets, loadSecrets, openDataFolder } from "./dataFolder.ts";
import type { ServerEnv } from "./env.ts";
import { loadFunctions } from "./functions.ts";
import type { AskRecords } from "./http/certificatePage.ts";
import { callerAddress, parseTrustedProxies } from "./http/clientAddress.ts";
import { siteRoutes } from "./http/site.ts";
import { startJobs } from "./jobs.ts";
import { type Handler, type Listener, listen } from "./listen.ts";
import { signInProviders } from "./providers.ts";
import { connectStripe } from "./stripeAccount/client.ts";
import { addExampleCodes } from "./stripeAccount/exampleCodes.ts";
import { setUpShop } from "./stripeAccount/setup.ts";
import { SUPABASE_PROJECT } from "./supabaseProject.ts";
import { textSender } from "./texts.ts";
import { startVacuum } from "./vacuum.ts";

export type Academy = {
  readonly url: string;
  /** URLs of the development tools; null if they do not run (a public academy, real payments). */
  readonly local: { mailbox: string | null; simulator: string | null };
  /** Resolves with the reason when the academy can no longer serve requests. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
};

const ROOT = join(import.meta.dirname, "..");
const GRACE_MS = 5_000;
/** Limits for one network address, which a class of students may share, and for a developer's machine and its tests. */
const SIGN_UPS_PER_HOUR = 20;
const LOCAL_SIGN_UPS_PER_HOUR = 450;

/**
 * Starts the whole academy in this process: Postgres, auth, storage, functions, mailbox, payment simulator, site.
 * Throws an error with a readable message on failure. `screens` serves the site instead of the built files (development).
 */
export async function startAcademy(
  env: ServerEnv,
  screens?: (fallback: Handler) => Promise<Handler>,
): Promise<Academy> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeNext of closers.splice(0).reverse()) await closeNext();
  };
  const opened = <T extends { close(): Promise<void> }>(part: T): T => {
    closers.push(() => part.close());
    return part;
  };
  try {
    const folder = env.inMemory ? null : openDataFolder(env.ACADEMY_DATA);
    const listener = await listen(env.PORT, env.HOST);
    closers.push(() => listener.close(GRACE_MS));
    const siteUrl = env.PORT === 0 && !env.SITE_URL ? `http://localhost:${listener.port}` : env.siteUrl;
    const secrets = loadSecrets(folder);
    const mailbox = openMailbox(folder && join(folder, "mailbox.jsonl"));
    const smtp = env.SMTP_URL ? null : opened(await startSmtpSink(mailbox));

    const sendText = textSender(env, mailbox);
    const lost = Promise.withResolvers<Error>();
    const dataDir = folder ?? temporaryFolder(closers);
    const backend = opened(
      await startSupervisedBackend({
        dataDir,
        keys: { ...secrets, publishableKey: LOCAL_PUBLISHABLE_KEY },
        siteUrl,
        ...SUPABASE_PROJECT,
        providers: signInProviders(env),
        // Like every other email: to the mailbox, or to the mail server in SMTP_URL.
        onAuthMail: async (mail) => {
          const functionsSettings = functionsEnv();
          const facts = await providerFacts(adminClient(backend), functionsSettings);
          await sendMail(functionsSettings, facts, { ...renderAuthMail(mail, siteUrl), to: mail.to });
        },
        ...(sendText ? { onAuthText: sendText } : {}),
        signUpsPerHour: env.SIGN_UPS_PER_HOUR ?? (env.isOnlyLocal ? undefined : SIGN_UPS_PER_HOUR),
        onLost: lost.resolve,
      }),
    );
    await publishContent(backend, resolve(ROOT, env.ACADEMY_CONTENT));
    const simulator = env.STRIPE_SECRET_KEY
      ? null
      : opened(await openSimulator(env, folder, secrets, listener));

    setFunctionsEnvironment(env, secrets, { siteUrl, simulator, smtpUrl: smtp?.url, port: listener.port });
    if (simulator) {
      const stripe = connectStripe(secrets.stripeSecretKey, simulator.url);
      await setUpShop(stripe, siteUrl);
      await addExampleCodes(stripe);
    }
    const functions = await loadFunctions();
    const config: DevConfig = {
      supabaseUrl: siteUrl,
      publishableKey: LOCAL_PUBLISHABLE_KEY,
      stripeApi: simulator ? `${simulator.url}/v1` : "https://api.stripe.com/v1",
      stripeDashboard: simulator?.url ?? "https://dashboard.stripe.com",
    };
    const dev = env.isOnlyLocal ? { mailbox, config } : null;
    const trustedProxies = parseTrustedProxies(env.TRUSTED_PROXIES) ?? undefined;
    const askRecords: AskRecords = (id, c) => {
      const url = `${siteUrl}/functions/v1/verify-certificate?id=${encodeURIComponent(id)}`;
      return functions.call("verify-certificate", new Request(url), callerAddress(c, trustedProxies));
    };
    const site = screens
      ? null
      : siteRoutes({ dist: join(ROOT, "dist"), previous: join(ROOT, "dist-previous"), askRecords });
    const isHttps = siteUrl.startsWith("https:");
    const app = createApp({
      backend,
      functions,
      site,
      dev,
      isHttps,
      trustedProxies,
    });
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    listener.serve(screens ? await screens(answer) : answer);
    closers.push(settleBackground, await startJobs(functions, backend), startVacuum(backend));
    const url = env.SITE_URL ? siteUrl : `http://localhost:${listener.port}`;
    const local = { mailbox: dev && `${url}/_dev/mailbox`, simulator: simulator?.url ?? null };
    return { url, local, lost: lost.promise, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For an in-memory academy: the database still needs a folder, so that it can be reopened. */
function temporaryFolder(closers: (() => Promise<void>)[]): string {
  const folder = mkdtempSync(join(tmpdir(), "academy-memory-"));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openSimulator(
  env: ServerEnv,
  folder: string | null,
  secrets: LocalSecrets,
  listener: Listener,
): Promise<StripeSimulator> {
  return startStripeSimulator({
    port: env.simulatorPort,
    host: env.HOST,
    dataFile: folder && join(folder, "stripe.json"),
    secretKey: secrets.stripeSecretKey,
    webhook: {
      url: `http://127.0.0.1:${listener.port}/functions/v1/stripe-webhook`,
      secret: secrets.stripeWebhookSecret,
    },
    siteName: SITE.name,
  });
}

/** As in production, the functions read their environment once, at their first request. */
function setFunctionsEnvironment(
  env: ServerEnv,
  secrets: LocalSecrets,
  local: { siteUrl: string; simulator: StripeSimulator | null; smtpUrl: string | undefined; port: number },
): void {
  Object.assign(process.env, {
    SUPABASE_URL: `http://127.0.0.1:${local.port}`,
    SUPABASE_SECRET_KEY: secrets.secretKey,
    SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
    SITE_URL: local.siteUrl,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY ?? secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET ?? secrets.stripeWebhookSecret,
    // The header that server/functions.ts sets; the caller could choose the value of any other.
    CLIENT_ADDRESS_HEADER: "x-forwarded-for",
    FUNCTIONS_URL: `${local.siteUrl}/functions/v1`,
    CERTIFICATE_KEY: env.CERTIFICATE_KEY ?? secrets.certificateKey,
    VAPID_PRIVATE_KEY: env.VAPID_PRIVATE_KEY ?? secrets.vapidKey,
    ...(local.simulator ? { STRIPE_API_URL: local.simulator.url } : {}),
    SMTP_URL: env.SMTP_URL ?? local.smtpUrl,
    SIGN_UPS_PER_HOUR: String(
      env.SIGN_UPS_PER_HOUR ?? (env.isOnlyLocal ? LOCAL_SIGN_UPS_PER_HOUR : SIGN_UPS_PER_HOUR),
    ),
    // The embedded server sends by SMTP only: a key in the shell's environment must not make a local academy send real
    // emails.
    RESEND_API_KEY: "",
    POSTMARK_SERVER_TOKEN: "",
  });
}

/**
 * Publishes the course at startup, with the same client calls as `npm run content:publish` in production. Invalid content
 * aborts the start with one line for each error, and nothing is published.
 */
async function publishContent(backend: Backend, folder: string): Promise<void> {
  const course = await readCompiledCourse(folder);
  if ("errors" in course) {
    throw new Error(
      `The course has errors, so nothing was published:\n${course.errors.map(formatError).join("\n")}`,
    );
  }
  await publishCourse(course, supabaseStore(adminClient(backend)));
}

/** A client with the secret key that calls the embedded backend without a network. */
function adminClient(backend: Pick<Backend, "fetch" | "secretKey">): SupabaseClient {
  return createClient("http://localhost", backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  });
}
