import { z } from "zod";
import { type SaveFactsReply, saveFactsSchema } from "../../src/domain/provider/factsSchema.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { requireStaff } from "../_shared/http/staff.ts";

const savedSchema = z.object({ outcome: z.enum(["saved", "outdated"]), version: z.int() });

/**
 * POST `{ basedOn, facts, reason }`, for staff: saves a new version of the provider's facts, which applies immediately. Safe
 * to repeat. Returns `{ version }`.
 */
export default serveFunction(
  { name: "staff-settings", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
  async (call): Promise<SaveFactsReply> => {
    const { userId: actor } = await requireStaff(call);
    const { basedOn, facts, reason } = await readJson(call.request, saveFactsSchema);
    requireOwnDomain(facts.senderAddress, call.env.MAIL_FROM);
    const args = { p_actor: actor, p_based_on: basedOn, p_facts: facts, p_reason: reason };
    const { outcome, version } = await callDatabase(call.admin, "save_provider_facts", args, savedSchema);
    if (outcome === "saved") return { version };
    throw new Refusal(
      409,
      "changed_meanwhile",
      "Someone else has saved these settings since you opened them. Reload the page and enter your change again.",
    );
  },
);

/** A mail provider accepts senders of the verified domain only, so any other address would stop all emails. */
function requireOwnDomain(address: string | null, configured: string | undefined): void {
  const domainOf = (sender: string) => /@([^>\s]+)/.exec(sender)?.[1]?.toLowerCase();
  if (address === null || configured === undefined || domainOf(address) === domainOf(configured)) return;
  throw new Refusal(
    400,
    "bad_request",
    `Emails can only be sent from addresses that end with @${domainOf(configured)}. To use another domain, ask the person who set the academy up.`,
  );
}
