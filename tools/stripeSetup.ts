import { z } from "zod";
import { connectStripe } from "../server/stripeAccount/client.ts";
import { DASHBOARD_SETTINGS, retryWarning, shopChanges } from "../server/stripeAccount/setup.ts";
import { webhookChanges } from "../server/stripeAccount/webhookEndpoint.ts";
import { parseEnv } from "../src/domain/env.ts";

/**
 * `npm run stripe:setup`: compares a real account of the payment provider with what the academy needs and lists the
 * changes. `npm run stripe:setup -- --apply` makes them. It can be repeated.
 */
const httpUrl = z.url({ protocol: /^https?$/, error: "must be https://…" });
const envSchema = z.object({
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_/, "must be a secret or restricted key (sk_… or rk_…)"),
  SITE_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")),
  SUPABASE_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")),
  /** Another server instead of the provider's, such as the simulator. */
  STRIPE_API_URL: httpUrl.optional(),
});

async function main(args: string[]): Promise<number> {
  if (args.some((each) => each !== "--apply")) {
    console.error("Usage: npm run stripe:setup [-- --apply]");
    return 2;
  }
  const isApplied = args.includes("--apply");
  const env = parseEnv(envSchema, process.env);
  const stripe = connectStripe(env.STRIPE_SECRET_KEY, env.STRIPE_API_URL);
  const secrets: string[] = [];
  const changes = [
    ...(await shopChanges(stripe, env.SITE_URL)),
    ...(await webhookChanges(stripe, `${env.SUPABASE_URL}/functions/v1/stripe-webhook`, (secret) =>
      secrets.push(secret),
    )),
  ];
  console.info(`Payment provider, ${env.STRIPE_SECRET_KEY.includes("_live_") ? "live" : "test"} mode`);
  for (const { what, apply } of changes) {
    console.info(`- ${what}`);
    if (isApplied) await apply();
  }
  for (const secret of secrets) {
    console.info(`\nShown once: set STRIPE_WEBHOOK_SECRET=${secret} for the server functions.`);
  }
  console.info(closingLine(changes.length, isApplied));
  const warning = await retryWarning(stripe);
  if (warning) console.info(`\n${warning}`);
  console.info("\nCheck in the dashboard, because the API cannot read it:");
  for (const setting of DASHBOARD_SETTINGS) console.info(`- ${setting}`);
  return 0;
}

function closingLine(count: number, isApplied: boolean): string {
  if (count === 0) return "Everything is set up. Nothing was changed.";
  const changes = count === 1 ? "1 change" : `${count} changes`;
  return isApplied
    ? `Made ${changes}.`
    : `${changes} to make. Nothing was changed: add "-- --apply" to do it.`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Configuration errors and the provider's errors are one line or a list, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
