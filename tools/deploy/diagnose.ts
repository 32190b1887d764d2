import type Stripe from "stripe";
import { z } from "zod";
import type { Deployment } from "./deployment.ts";
import { preflight } from "./preflight.ts";
import { savedFacts } from "./providerFacts.ts";
import { STEPS } from "./steps.ts";

/** Something wrong with a deployment, and what to do about it. */
export type Finding = { what: string; remedy: string };
type Check = (deployment: Deployment) => Promise<Finding[]>;

const UNDELIVERED_AFTER_MS = 60 * 60_000;
const TIMEOUT_MS = 30_000;

/** Everything that is wrong with a deployment now. Only reads. A check that itself fails is reported as a finding. */
export async function diagnose(deployment: Deployment): Promise<Finding[]> {
  const checks: Check[] = [
    checkAccounts,
    checkProviderFacts,
    checkInvoices,
    checkVersions,
    checkFigures,
    checkWebhooks,
    checkCertificateKey,
  ];
  const findings = await Promise.all(
    checks.map((check) =>
      check(deployment).catch((error: unknown) => [
        {
          what: error instanceof Error ? error.message : String(error),
          remedy: "Correct this first, then run the same command again.",
        },
      ]),
    ),
  );
  return findings.flat();
}

async function checkAccounts(deployment: Deployment): Promise<Finding[]> {
  const faults = await preflight(deployment);
  return faults.map((what) => ({ what, remedy: "A deployment would stop here too." }));
}

/** Until they are saved, the checkout refuses real payments (functions/create-guest-checkout/offer.ts). */
async function checkProviderFacts(deployment: Deployment): Promise<Finding[]> {
  if (deployment.target !== "production") return [];
  const saved = await savedFacts(deployment);
  if (saved?.facts.vatNumber) return [];
  if (saved) {
    return [
      {
        what: "The provider's facts have no VAT number, so nothing can be bought: prices have VAT added.",
        remedy: "Register for VAT, enter the number under /staff/settings, then deploy again.",
      },
    ];
  }
  return [
    {
      what: "Nobody has saved the provider's facts (name, address, email), so nothing can be bought.",
      remedy: "Open /staff/settings and save them, then deploy again, so that every page contains them.",
    },
  ];
}

async function checkInvoices(deployment: Deployment): Promise<Finding[]> {
  const number = (await savedFacts(deployment))?.facts.vatNumber;
  if (deployment.target !== "production" || !number) return [];
  const expand = ["settings.invoices.default_account_tax_ids"];
  return invoiceFindings(await deployment.stripe.accounts.retrieveCurrent({ expand }), number);
}

/** Invoices show the VAT number only if the account has it and adds it by default (docs/decisions/0085). */
export function invoiceFindings(
  { settings }: Pick<Stripe.Account, "settings">,
  vatNumber: string,
): Finding[] {
  const digits = (value: string) => value.replace(/\D/g, "");
  const shown = settings?.invoices?.default_account_tax_ids ?? [];
  if (shown.some((id) => typeof id !== "string" && digits(id.value) === digits(vatNumber))) return [];
  return [
    {
      what: "Stripe does not print the provider's VAT number on invoices, so they are not VAT invoices.",
      remedy: "Stripe dashboard → Settings → Billing → Invoices: add it as a tax ID, shown by default.",
    },
  ];
}

/** What deploying this checkout would change, except for the site, which would have to be built. */
async function checkVersions(deployment: Deployment): Promise<Finding[]> {
  const findings: Finding[] = [];
  // One after the other: they share the CLI.
  for (const step of STEPS) {
    if (step.name === "site") continue;
    for (const { what } of await step.changes(deployment)) {
      findings.push({
        what: `${step.title}: differs from this checkout; a deployment would ${what}.`,
        remedy: `Check out the released version, or run npm run deploy -- --to ${deployment.target}.`,
      });
    }
  }
  return findings;
}

const health = z.object({
  details: z.array(z.object({ code: z.string(), value: z.unknown(), means: z.string(), first: z.string() })),
});

/** The figures of docs/alerts.md that are above their thresholds. */
async function checkFigures({ functionsUrl, api }: Deployment): Promise<Finding[]> {
  const { secret } = await api.keys();
  const response = await fetch(`${functionsUrl}/health`, {
    headers: { apikey: secret },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = health.safeParse(await response.json());
  if (!body.success)
    return [
      {
        what: `The health function returned status ${response.status}.`,
        remedy: "Supabase dashboard → Edge Functions → health → Logs.",
      },
    ];
  return body.data.details.map(({ code, value, means, first }) => ({
    what: `${code} (${JSON.stringify(value)}): ${means}`,
    remedy: first,
  }));
}

/** https://docs.stripe.com/webhooks#retries: events that are still not delivered after an hour. */
async function checkWebhooks({ stripe }: Deployment): Promise<Finding[]> {
  const before = Math.floor((Date.now() - UNDELIVERED_AFTER_MS) / 1000);
  const { data } = await stripe.events.list({ limit: 100, created: { lt: before } });
  const pending = data.filter(({ pending_webhooks: count }) => count > 0);
  if (pending.length === 0) return [];
  return [
    {
      what: `${pending.length} events from the payment provider are still undelivered after an hour; the oldest is ${pending.at(-1)?.id}.`,
      remedy:
        "See the responses in the Stripe dashboard → Developers → Webhooks → the endpoint. Meanwhile reconcile-payments grants access for paid orders.",
    },
  ];
}

/** The function that serves this document fails if the deployed CERTIFICATE_KEY is missing or invalid. */
async function checkCertificateKey({ functionsUrl, settings }: Deployment): Promise<Finding[]> {
  const response = await fetch(`${functionsUrl}/certificate-issuer`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return [];
  return [
    {
      what: `The issuer's document, which is needed to verify certificates, returned status ${response.status}.`,
      remedy: `Check CERTIFICATE_KEY of ${settings.SITE_URL}: docs/certificates.md says what it must be.`,
    },
  ];
}
