import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { SITE } from "../../src/domain/site.ts";
import type { Deployment } from "./deployment.ts";
import { reason } from "./managementApi.ts";
import { savedFacts } from "./providerFacts.ts";

const ASK_EVERY_MS = 3_000;
const MAIL_WITHIN_MS = 3 * 60_000;
const JOBS_WITHIN_MS = 3 * 60_000;
const PAID_WITHIN_MS = 15 * 60_000;

type Check = { title: string; run(deployment: Deployment, say: Say): Promise<void> };
export type Say = (line: string) => void;

/**
 * Uses the deployment as a visitor, a buyer and the payment provider would, and removes what it created. Returns what is
 * wrong, as sentences. On staging the operator pays with a test card; on production no payment is made.
 */
export async function smokeTest(deployment: Deployment, say: Say): Promise<string[]> {
  const checks: Check[] = [
    { title: "The site", run: checkSite },
    { title: "The webhook", run: checkWebhook },
    { title: "The scheduled jobs", run: checkJobs },
    { title: "The callers' addresses, for the rate limits", run: checkCallerAddress },
    { title: "A contact message and its two emails", run: checkMail },
    deployment.target === "staging"
      ? { title: "A purchase", run: checkPurchase }
      : { title: "A payment page, which is closed again", run: checkCheckout },
  ];
  const faults: string[] = [];
  for (const { title, run } of checks) {
    try {
      await run(deployment, say);
      say(`  ✓ ${title}`);
    } catch (error) {
      const sentence = reason(error);
      faults.push(`${title}: ${sentence}`);
      say(`  ✗ ${title}: ${sentence}`);
    }
  }
  return faults;
}

async function checkSite({ settings }: Deployment): Promise<void> {
  const home = await fetch(settings.SITE_URL, { signal: AbortSignal.timeout(30_000) });
  const page = await home.text();
  if (!home.ok || !page.includes(SITE.name))
    throw new Error(`${settings.SITE_URL} returned status ${home.status} without the academy's page.`);
  if (!home.headers.get("content-security-policy"))
    throw new Error(
      "Pages have no Content-Security-Policy: the static host does not apply the generated headers (docs/hosting.md).",
    );
  const missing = await fetch(`${settings.SITE_URL}/no-such-page-${randomUUID()}`);
  if (missing.status !== 404)
    throw new Error(`An address without a page returns ${missing.status} instead of 404 (docs/hosting.md).`);
  await missing.body?.cancel();
}

/** Sends an event that has no handler, signed as Stripe signs events, to check the webhook's address and secret. */
async function checkWebhook({ stripe, settings, functionsUrl, api }: Deployment): Promise<void> {
  const secret = settings.STRIPE_WEBHOOK_SECRET;
  if (!secret)
    throw new Error(
      "STRIPE_WEBHOOK_SECRET is not in the settings on this machine, so it cannot be compared with the deployed one.",
    );
  const id = `evt_check_${randomUUID().replaceAll("-", "")}`;
  const payload = JSON.stringify({
    id,
    object: "event",
    type: "academy.check",
    created: Math.floor(Date.now() / 1000),
    data: { object: {} },
  });
  const response = await fetch(`${functionsUrl}/stripe-webhook`, {
    method: "POST",
    headers: { "stripe-signature": await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret }) },
    body: payload,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The function returned status ${response.status}: ${text.slice(0, 200)}`);
  await api.query("delete from public.stripe_events where id = $1", [id]);
}

async function checkJobs({ api }: Deployment): Promise<void> {
  await until(
    JOBS_WITHIN_MS,
    async () => {
      const [row] = await api.query(
        "select 1 from private.job_runs where job = 'deliver-mail' and last_success_at > now() - interval '3 minutes'",
      );
      return row !== undefined;
    },
    "deliver-mail has not run within three minutes: see `select * from cron.job_run_details order by start_time desc limit 5` and `select * from net._http_response order by created desc limit 5` in the SQL editor.",
  );
}

const health = z.object({
  addressSource: z.object({ header: z.string().nullable(), isExpected: z.boolean() }),
});

/** Without the header of the platform, callers share the limits of a proxy (functions/README.md, "Environment"). */
async function checkCallerAddress({ functionsUrl, api }: Deployment): Promise<void> {
  const { secret } = await api.keys();
  const response = await fetch(`${functionsUrl}/health`, { headers: { apikey: secret } });
  const { header, isExpected } = health.parse(await response.json()).addressSource;
  if (!isExpected)
    throw new Error(
      `the platform did not send the expected header; the functions used ${header ?? "none"}. Find a header that its proxies overwrite, and set its name as CLIENT_ADDRESS_HEADER with \`supabase secrets set\`.`,
    );
}

async function checkMail({ functionsUrl, settings, api }: Deployment): Promise<void> {
  const id = randomUUID();
  try {
    await post(`${functionsUrl}/send-contact-email`, {
      id,
      name: "Deployment check",
      email: settings.PROVIDER_EMAIL,
      subject: "Deployment check",
      message: `The academy at ${settings.SITE_URL} sent this message to check its emails. You do not need to do anything.`,
      website: "",
    });
    await mailsAreSent(api, "contact_message_id = $1", id);
  } finally {
    await api.query("delete from public.contact_messages where id = $1", [id]);
  }
}

async function mailsAreSent(api: Deployment["api"], where: string, id: string): Promise<void> {
  await until(
    MAIL_WITHIN_MS,
    async () => {
      const mails = await api.query<{ kind: string; status: string; last_error: string | null }>(
        `select kind, status, last_error from public.mail_queue where ${where}`,
        [id],
      );
      const failed = mails.find(({ last_error }) => last_error !== null);
      if (failed) throw new Error(`the mail provider refused the email ${failed.kind}: ${failed.last_error}`);
      return mails.length > 0 && mails.every(({ status }) => status !== "queued");
    },
    "no email was sent within three minutes.",
  );
}

type Opened = { url: string; sessionId: string };

async function openCheckout({ functionsUrl, settings }: Deployment): Promise<Opened & { email: string }> {
  const email = settings.PROVIDER_EMAIL.replace("@", `+check-${Date.now().toString(36)}@`);
  const reply = await post<Opened>(`${functionsUrl}/create-guest-checkout`, {
    firstName: "Deployment",
    lastName: "Check",
    email,
    country: "United Kingdom",
    organization: SITE.name,
    priceId: "academy_professional_full",
    courseType: "professional",
    termsAccepted: true,
    immediateSupply: true,
  });
  return { ...reply, email };
}

async function checkCheckout(deployment: Deployment, say: Say): Promise<void> {
  if (!(await savedFacts(deployment)))
    return say(
      `    Not opened: until you have saved your facts at ${deployment.settings.SITE_URL}/staff/settings, the checkout refuses payments. Run the same command again afterwards.`,
    );
  const { sessionId } = await openCheckout(deployment);
  try {
    const session = await deployment.stripe.checkout.sessions.retrieve(sessionId);
    if (session.currency !== "gbp") throw new Error(`the payment page charges in ${session.currency}.`);
  } finally {
    await undoPurchase(deployment, sessionId);
  }
}

async function checkPurchase(deployment: Deployment, say: Say): Promise<void> {
  const { api, functionsUrl, stripe } = deployment;
  const { url, sessionId } = await openCheckout(deployment);
  say(
    `    Open this page and pay with the test card 4242 4242 4242 4242 (any future date, any CVC):\n    ${url}`,
  );
  try {
    await until(
      PAID_WITHIN_MS,
      async () => {
        const session = await stripe.checkout.sessions.retrieve(sessionId);
        return session.payment_status === "paid";
      },
      "nobody paid within fifteen minutes. Run the same command again to repeat this check.",
    );
    // Waits for the webhook before opening the success page, because that page would grant the order as well.
    const order = await paidOrder(api, sessionId);
    await mailsAreSent(api, "order_id = $1", order.id);
    const verified = await post<{ success: boolean }>(`${functionsUrl}/verify-guest-payment`, { sessionId });
    if (!verified.success) throw new Error("the success page does not recognise the payment.");
  } finally {
    await undoPurchase(deployment, sessionId);
  }
}

function paidOrder(api: Deployment["api"], sessionId: string): Promise<{ id: string }> {
  return until(
    MAIL_WITHIN_MS,
    async () => {
      const [order] = await api.query<{ id: string }>(
        "select orders.id from public.orders join public.course_enrollments using (user_id) where checkout_session_id = $1 and orders.status = 'paid'",
        [sessionId],
      );
      return order;
    },
    "the payment was made, but its event did not reach the webhook within three minutes: Stripe dashboard → Developers → Webhooks shows each delivery.",
  );
}

/** Closes the payment page or refunds its payment. Removes the order, its emails and the account created for it. */
async function undoPurchase({ api, stripe, supabaseUrl }: Deployment, sessionId: string): Promise<void> {
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === "open") await stripe.checkout.sessions.expire(sessionId);
  if (session.payment_status === "paid")
    await stripe.refunds.create({ payment_intent: String(session.payment_intent) });
  const orders = await api.query<{ id: string; user_id: string | null }>(
    "select id, user_id from public.orders where checkout_session_id = $1",
    [sessionId],
  );
  const { secret } = await api.keys();
  const admin = createClient(supabaseUrl, secret, { auth: { persistSession: false } });
  for (const { id, user_id } of orders) {
    if (user_id) {
      const { error } = await admin.auth.admin.deleteUser(user_id);
      if (error) throw new Error(`the check's account could not be removed: ${error.message}`);
    }
    await api.query("delete from public.orders where id = $1", [id]);
  }
}

async function post<Reply>(url: string, body: unknown): Promise<Reply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(url).pathname} returned status ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Reply;
}

/** Asks until there is an answer, and returns it. After the limit, throws an error with the sentence `otherwise`. */
async function until<T>(
  limitMs: number,
  ask: () => Promise<T | undefined | false>,
  otherwise: string,
): Promise<T> {
  const endAt = Date.now() + limitMs;
  while (Date.now() <= endAt) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error(otherwise);
}
