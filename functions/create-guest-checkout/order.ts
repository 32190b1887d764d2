import { z } from "zod";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { callDatabase } from "../_shared/database.ts";
import { enforceDailyCap } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import { sha256Hex } from "../_shared/random.ts";
import type { CheckoutRequest } from "./offer.ts";
import type { Quote } from "./quote.ts";

const outcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("created"), order_id: z.uuid() }),
  z.object({ outcome: z.literal("student_id_invalid") }),
]);

/** Daily caps. A campus may share one network address, and 60 checkouts a minute from it must succeed. */
const PER_DAY = { person: 50, address: 500 };

/**
 * Stores the order and attaches the uploaded student ID. Returns the order's id. Throws a 429 Refusal above the daily
 * caps.
 */
export async function createOrder(
  call: Call,
  request: CheckoutRequest,
  facts: { quote: Quote; userId: string | null; claimTokenHash: string },
): Promise<string> {
  const { quote } = facts;
  await enforceDailyCap(call, "orders", facts.userId, PER_DAY);
  const isStudent = quote.tier === "student";
  const result = await callDatabase(
    call.admin,
    "create_order",
    {
      p_order: {
        course_id: COURSE_ID,
        tier: quote.tier,
        plan: quote.plan,
        price_id: quote.priceId,
        subtotal_pence: quote.amounts.pricePence,
        discount_pence: quote.amounts.savingPence,
        vat_pence: quote.amounts.vatPence,
        total_pence: quote.amounts.totalPence,
        discount_code: quote.discountCode,
        promotion_code_id: quote.promotionCodeId,
        first_purchase_only: quote.firstPurchaseOnly,
        email: request.email,
        first_name: request.firstName,
        last_name: request.lastName,
        phone: request.phone,
        country: request.country,
        organization: isStudent ? "" : request.organization,
        user_id: facts.userId,
        claim_token_hash: facts.claimTokenHash,
        terms_accepted: request.termsAccepted ?? false,
        immediate_supply: request.immediateSupply ?? false,
        reminder_consent: request.reminderConsent,
      },
      p_student_id_ref_hash: isStudent && request.studentIdRef ? await sha256Hex(request.studentIdRef) : null,
    },
    outcomeSchema,
  );
  switch (result.outcome) {
    case "created":
      return result.order_id;
    case "student_id_invalid":
      throw new Refusal(400, "student_id_invalid", "Please upload your student ID again");
  }
}
