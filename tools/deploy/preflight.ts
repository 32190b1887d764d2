import { lookup } from "node:dns/promises";
import type { Deployment } from "./deployment.ts";
import { reason } from "./managementApi.ts";

const TIMEOUT_MS = 15_000;
const SUPPORTED_POSTGRES = "17";

type Check = (deployment: Deployment) => Promise<string[]>;

/**
 * Returns everything that would stop a deployment, as sentences that say what to do. Only reads, and asks every service,
 * so that all faults can be corrected together.
 */
export async function preflight(deployment: Deployment): Promise<string[]> {
  const checks: Check[] = [checkSiteName, checkProject, checkStripe, checkMail];
  const faults = await Promise.all(
    checks.map((check) => check(deployment).catch((error: Error) => [error.message])),
  );
  return faults.flat();
}

async function checkSiteName({ settings }: Deployment): Promise<string[]> {
  const { hostname } = new URL(settings.SITE_URL);
  try {
    await lookup(hostname);
    return [];
  } catch (error) {
    return [
      `${hostname} does not resolve (${reason(error)}): point the domain of SITE_URL at the static host first, or use the address that the host gave you.`,
    ];
  }
}

async function checkProject({ api, settings }: Deployment): Promise<string[]> {
  const { status, database, name } = await api.project();
  const faults: string[] = [];
  if (status !== "ACTIVE_HEALTHY")
    faults.push(
      `The project ${name} is ${status}: open it in the Supabase dashboard and wait until it is healthy.`,
    );
  if (database && !database.version.startsWith(SUPPORTED_POSTGRES))
    faults.push(
      `The project has Postgres ${database.version}; ${SUPPORTED_POSTGRES} is needed. Upgrade it in the dashboard.`,
    );
  if (!settings.SUPABASE_URL) await api.keys();
  return faults;
}

/** https://docs.stripe.com/api/accounts/object: the account has to be able to charge, in pounds. */
async function checkStripe({ stripe, settings, target }: Deployment): Promise<string[]> {
  if (settings.STRIPE_SECRET_KEY.startsWith("rk_"))
    return ["STRIPE_SECRET_KEY is a restricted key: the setup needs the secret key (sk_…)."];
  const account = await stripe.accounts.retrieveCurrent().catch((error: Error) => {
    throw new Error(`Stripe refused STRIPE_SECRET_KEY: ${error.message}`);
  });
  const faults: string[] = [];
  if (account.country && account.country !== "GB")
    faults.push(
      `The Stripe account is in ${account.country}. Prices are in pounds with UK VAT: use an account in GB.`,
    );
  if (target === "production" && !account.charges_enabled)
    faults.push(
      "The Stripe account cannot take payments yet: complete its activation in the Stripe dashboard.",
    );
  return faults;
}

/** Asks the mail provider whether it accepts the key and has verified the sender's domain. */
async function checkMail({ settings }: Deployment): Promise<string[]> {
  const domain = /@([^>\s]+)/.exec(settings.MAIL_FROM)?.[1] ?? "";
  if (settings.MAIL_API_URL) return [];
  if (settings.RESEND_API_KEY) {
    const response = await ask("https://api.resend.com/domains", {
      authorization: `Bearer ${settings.RESEND_API_KEY}`,
    });
    // A key that can only send may not list domains: the reply is 401 with this name.
    const body = (await response.json()) as { name?: string; data?: { name: string; status: string }[] };
    if (body.name === "restricted_api_key") return [];
    if (!response.ok) return [`Resend refused RESEND_API_KEY (${response.status}).`];
    const found = body.data?.find(({ name }) => domain === name || domain.endsWith(`.${name}`));
    return found?.status === "verified"
      ? []
      : [
          `Resend has not verified ${domain}, the domain of MAIL_FROM: add it and its DNS records in Resend → Domains.`,
        ];
  }
  if (settings.POSTMARK_SERVER_TOKEN) {
    const response = await ask("https://api.postmarkapp.com/server", {
      accept: "application/json",
      "x-postmark-server-token": settings.POSTMARK_SERVER_TOKEN,
    });
    return response.ok ? [] : [`Postmark refused POSTMARK_SERVER_TOKEN (${response.status}).`];
  }
  return [];
}

function ask(url: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(
      `${new URL(url).host} did not respond (${reason(error)}). Check the connection and run the command again.`,
    );
  });
}
