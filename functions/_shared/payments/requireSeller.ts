import { z } from "zod";
import { readFacts } from "../../../src/domain/provider/readFacts.ts";
import { type Admin, callDatabase } from "../database.ts";
import type { FunctionsEnv } from "../env.ts";
import { Refusal } from "../http/refusal.ts";

type Selling = { admin: Admin; env: Pick<FunctionsEnv, "STRIPE_SECRET_KEY"> };
const LIVE_KEY = /^[sr]k_live_/;

/**
 * Throws a Refusal where real money would be taken before the provider has stated who sells: name, address and email are
 * required by law, and the receipt shows them. The VAT number too, because every price has VAT added, which only a
 * registered seller may charge (docs/decisions/0085-invoices-come-from-stripe.md).
 */
export async function requireSeller({ admin, env }: Selling): Promise<void> {
  if (!LIVE_KEY.test(env.STRIPE_SECRET_KEY)) return;
  const stored = await callDatabase(admin, "site_facts", {}, z.unknown());
  if (readFacts(stored)?.facts.vatNumber) return;
  throw new Refusal(503, "not_possible", "The academy is not open for enrolment yet. Please come back soon.");
}
