import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type Stripe from "stripe";
import { z } from "zod";
import { loadSecrets } from "../../../server/dataFolder.ts";
import { connectStripe } from "../../../server/stripeAccount/client.ts";
import type { AcademyProcess } from "../../support/server/academyProcess.ts";

const PLAIN = { auth: { persistSession: false, autoRefreshToken: false } };

/** Access that no visitor has: the database with the rights of the functions, and the payment provider's API. */
export type Backstage = {
  readonly database: SupabaseClient;
  readonly stripe: Stripe;
  /** A plain, anonymous client. */
  visitor(): SupabaseClient;
  /** POSTs to one of the payment simulator's controls, such as `advance`. */
  simulate(control: string, body: Record<string, unknown>): Promise<void>;
  /** The provider's clock, which `advance` moves forward. */
  providerTime(): Promise<Date>;
  /** Calls a function that is otherwise called by a timer only. */
  runJob(name: "reconcile-payments"): Promise<void>;
  /** Creates a discount code at the provider. Without a duration it applies to every payment of a plan. */
  makeCode(
    coupon: Stripe.CouponCreateParams,
    limits?: Partial<Stripe.PromotionCodeCreateParams>,
  ): Promise<Code>;
};
type Code = { id: string; text: string };

/** In Unix seconds. */
const clockSchema = z.object({ now: z.number() });

export async function goBackstage(academy: AcademyProcess): Promise<Backstage> {
  const { supabaseUrl, publishableKey, stripeApi } = await academy.config();
  const provider = new URL(stripeApi).origin;
  const secrets = loadSecrets(academy.folder);
  const stripe = connectStripe(secrets.stripeSecretKey, provider);
  return {
    stripe,
    database: createClient(supabaseUrl, secrets.secretKey, PLAIN),
    visitor: () => createClient(supabaseUrl, publishableKey, PLAIN),
    simulate: (control, body) => post(`${provider}/_sim/${control}`, {}, body),
    async providerTime() {
      const clock = clockSchema.parse(await (await fetch(`${provider}/_sim/clock`)).json());
      return new Date(clock.now * 1000);
    },
    runJob: (name) => post(`${supabaseUrl}/functions/v1/${name}`, { apikey: secrets.secretKey }, {}),
    async makeCode(coupon, limits) {
      const { id } = await stripe.coupons.create({ duration: "forever", ...coupon });
      const made = await stripe.promotionCodes.create({
        promotion: { type: "coupon", coupon: id },
        ...limits,
      });
      return { id: made.id, text: made.code };
    },
  };
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}: ${await reply.text()}`);
}
