import { openMailbox, startSmtpSink } from "@academy/local-supabase";
import { startStripeSimulator } from "@academy/stripe-simulator";
import { SITE } from "../../src/domain/site.ts";
import { freePort } from "../support/server/academyProcess.ts";
import { newKeys, type ReplicaApi, startReplicaApi } from "./api.ts";
import { type ReplicaDatabase, startReplicaDatabase } from "./database.ts";

const HOST = "127.0.0.1";

export type HostedServices = {
  readonly database: ReplicaDatabase;
  readonly api: ReplicaApi;
  /** The simulator in place of Stripe. */
  readonly stripeUrl: string;
  /** Where the site will be: nothing serves it yet. */
  readonly siteUrl: string;
  readonly sitePort: number;
  /** The secrets that the functions need besides those that the platform sets. */
  readonly functionSecrets: Record<string, string>;
  close(): Promise<void>;
};

/**
 * What exists before the first deployment: an empty hosted project without migrations, functions and course, an account at
 * the payment provider without products, and a mail server. `hasWebhook` is whether that account already knows the
 * address of the webhook, `connections` how many serve requests to the database.
 */
export async function startHostedServices({
  hasWebhook = true,
  connections,
}: {
  hasWebhook?: boolean;
  connections?: number;
} = {}): Promise<HostedServices> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closeNext of closers.splice(0).reverse()) await closeNext();
  };
  try {
    const sitePort = await freePort();
    const siteUrl = `http://localhost:${sitePort}`;
    const mailbox = openMailbox(null);
    const smtp = await startSmtpSink(mailbox);
    closers.push(smtp.close);
    const database = await startReplicaDatabase();
    closers.push(database.stop);
    const keys = newKeys();
    const api = await startReplicaApi({ database, siteUrl, mailbox, keys, connections });
    closers.push(api.close);
    const simulator = await startStripeSimulator({
      port: 0,
      host: HOST,
      dataFile: null,
      secretKey: keys.stripeSecretKey,
      webhook: hasWebhook
        ? { url: `${api.url}/functions/v1/stripe-webhook`, secret: keys.stripeWebhookSecret }
        : null,
      siteName: SITE.name,
    });
    closers.push(simulator.close);
    const functionSecrets = {
      SITE_URL: siteUrl,
      STRIPE_SECRET_KEY: keys.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
      STRIPE_API_URL: simulator.url,
      CERTIFICATE_KEY: keys.certificateKey,
      SMTP_URL: smtp.url,
    };
    return { database, api, stripeUrl: simulator.url, siteUrl, sitePort, functionSecrets, close };
  } catch (error) {
    await close();
    throw error;
  }
}
