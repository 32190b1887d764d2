import { SEATS_MIN, seatsMessage, typedSeats } from "../../../domain/sales/seats.ts";
import { buyTeamReplySchema, buyTeamRequestSchema, type TeamTier } from "../../../domain/sales/teams.ts";
import { callFunction } from "../../../platform/functions.ts";
import { dismissCheckoutFailure } from "../checkoutToast.ts";
import type { FieldName, Typed } from "../draft.ts";
import { rememberClaim, rememberOrderEmail } from "../order/claim.ts";
import { type Consents, failed } from "../order/submitCheckout.ts";
import { TIER_FORMS } from "../tierForms.ts";

type TeamOrder = {
  tier: TeamTier;
  pay: "card" | "invoice";
  consents: Consents;
  typed: Typed;
  teamId: string | undefined;
  userId: string | undefined;
};

type Outcome =
  | { kind: "redirect"; url: string }
  | { kind: "invoiced" }
  | { kind: "failed"; title: string; description?: string }
  /** The controls to correct, in their order. One may be a consent, which has its own error. */
  | { kind: "invalid"; errors: [FieldName, message: string][] };

/** Checks the order as the function will, then sends it. Charges nothing. */
export async function orderTeam(order: TeamOrder): Promise<Outcome> {
  dismissCheckoutFailure();
  const parsed = buyTeamRequestSchema.safeParse(requestOf(order));
  if (!parsed.success) return { kind: "invalid", errors: errorsOf(order, parsed.error.issues) };
  const reply = await callFunction("buy-team", parsed.data, buyTeamReplySchema);
  if (!reply.ok) {
    const failure = failed(reply, "Failed to create checkout session");
    return failure.code === "email_invalid"
      ? { kind: "invalid", errors: [["email", failure.title]] }
      : failure;
  }
  if ("orderId" in reply.data) return { kind: "invoiced" };
  const { url, sessionId, claimToken } = reply.data;
  rememberClaim({ sessionId, token: claimToken });
  rememberOrderEmail(sessionId, parsed.data.email);
  return { kind: "redirect", url };
}

function requestOf({ tier, pay, consents, typed, teamId, userId }: TeamOrder) {
  const { teamName, seats, firstName, lastName, email, purchaseOrder } = typed;
  const { line1, line2, city, postalCode, countryCode: country, vatNumber } = typed;
  return {
    ...{ tier, pay, teamName, firstName, lastName, email, teamId, userId },
    organization: typed[TIER_FORMS[tier].organization],
    // The schema reports a number that cannot be ordered.
    seats: typedSeats(seats, minimum(teamId)) ?? 0,
    isAuthenticated: userId !== undefined,
    termsAccepted: consents.termsAccepted,
    immediateSupply: consents.immediateSupply,
    ...(pay === "invoice" && {
      purchaseOrder,
      billing: { line1, line2, city, postalCode, country, vatNumber },
    }),
  };
}

const minimum = (teamId: string | undefined) => (teamId === undefined ? SEATS_MIN.first : SEATS_MIN.more);

/** The first error of each control. The order of the schema is that of the form, but for the places. */
function errorsOf(
  { tier, teamId }: TeamOrder,
  issues: readonly { path: PropertyKey[]; message: string }[],
): [FieldName, string][] {
  const controls: Record<string, FieldName> = {
    organization: TIER_FORMS[tier].organization,
    country: "countryCode",
  };
  const errors = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path.at(-1));
    const control = controls[field] ?? field;
    if (!errors.has(control))
      errors.set(control, field === "seats" ? seatsMessage(minimum(teamId)) : message);
  }
  return [...errors] as [FieldName, string][]; // Or a consent.
}
