import * as z from "zod/mini";
import { MAX_EMAIL } from "../email.ts";
import { emailField, requiredText, tooLong } from "../fields.ts";
import { billingFields, INVOICE_TIERS, type InvoiceTier, purchaseOrder } from "./billing.ts";
import { CONSENTS_MISSING, createCheckoutReplySchema } from "./checkout.ts";
import { SEATS_MAX, SEATS_MIN, seatsMessage } from "./seats.ts";

/** Places for a team, at the list price for each (docs/decisions/0090-teams-pay-in-full.md). */

export const TEAM_TIERS = INVOICE_TIERS;
export type TeamTier = InvoiceTier;
export const TEAM_NAME_MAX = 100;
export const TEAM_DAYS_UNTIL_DUE = 14;

const SEATS = seatsMessage(SEATS_MIN.more);
const consent = z.literal(true, CONSENTS_MISSING);

/**
 * POST `buy-team`. The form checks the same. A new team has no `teamId`; its name is ignored with one. Paying by invoice
 * needs `billing` and a signed-in buyer whose address is proven: otherwise the error is `address_unproven`.
 */
export const buyTeamRequestSchema = z
  .object({
    tier: z.enum(TEAM_TIERS, "Please choose a price"),
    seats: z.int(SEATS).check(z.minimum(SEATS_MIN.more, SEATS), z.maximum(SEATS_MAX, SEATS)),
    teamName: requiredText("Team name", TEAM_NAME_MAX),
    teamId: z.optional(z.uuid()),
    pay: z.enum(["card", "invoice"]),
    firstName: requiredText("First name", 100),
    lastName: requiredText("Last name", 100),
    email: emailField({ tooLong: tooLong("Email", MAX_EMAIL), invalid: "Invalid email" }),
    organization: requiredText("Organisation", 200),
    /** For a card, the payment page asks for it. */
    purchaseOrder: z._default(purchaseOrder, ""),
    billing: z.optional(z.object(billingFields)),
    termsAccepted: consent,
    immediateSupply: consent,
    /** As in the checkout of one learner: trusted only if the bearer token confirms it. */
    isAuthenticated: z._default(z.boolean(), false),
    userId: z.optional(z.uuid()),
  })
  .check(
    z.superRefine(({ teamId, seats, pay, billing }, context) => {
      const add = (path: PropertyKey[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (teamId === undefined && seats < SEATS_MIN.first) add(["seats"], seatsMessage(SEATS_MIN.first));
      if (pay === "invoice" && !billing) add(["billing", "line1"], "Address is required");
    }),
  );
export type BuyTeamRequest = z.output<typeof buyTeamRequestSchema>;

/** The payment page for a card; for an invoice, which has been sent, its order. */
export const buyTeamReplySchema = z.union([createCheckoutReplySchema, z.object({ orderId: z.uuid() })]);
