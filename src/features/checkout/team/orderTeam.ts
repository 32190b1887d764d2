import { SEATS_MIN, seatsMessage, typedSeats } from "../../../domain/sales/seats.ts";
import { buyTeamReplySchema, buyTeamRequestSchema, type TeamTier } from "../../../domain/sales/teams.ts";
import { callFunction } from "../../../platform/functions.ts";
import { dismissCheckoutFailure } from "../checkoutToast.ts";
import { rememberClaim, rememberOrderEmail } from "../order/claim.ts";
import type { Consents } from "../order/submitCheckout.ts";
import type { TeamField, TeamTyped } from "./useTeamForm.ts";

type TeamOrder = {
  tier: TeamTier;
  pay: "card" | "invoice";
  consents: Consents;
  typed: TeamTyped;
  teamId: string | undefined;
  userId: string | undefined;
};

type Outcome =
  | { kind: "redirect"; url: string }
  | { kind: "invoiced" }
  | { kind: "failed"; title: string; description?: string }
  /** `first` is the name of the control to correct first, which may be a consent. */
  | { kind: "invalid"; errors: [TeamField, string][]; message: string; first: string };

const FAILED = "Failed to create checkout session";

/** Checks the order as the function will, then sends it. Charges nothing. */
export async function orderTeam(order: TeamOrder): Promise<Outcome> {
  dismissCheckoutFailure();
  const parsed = buyTeamRequestSchema.safeParse(requestOf(order));
  if (!parsed.success) return invalid(order, parsed.error.issues);
  const reply = await callFunction("buy-team", parsed.data, buyTeamReplySchema);
  if (!reply.ok) {
    if (reply.kind === "offline")
      return {
        kind: "failed",
        title: "An error occurred during checkout",
        description: "There is no connection. Nothing was charged, and everything you typed is still here.",
      };
    if (reply.kind === "broken")
      return {
        kind: "failed",
        title: FAILED,
        description: "Nothing was charged. Please try again in a moment.",
      };
    const message = reply.message ?? FAILED;
    if (reply.code === "email_invalid")
      return { kind: "invalid", errors: [["email", message]], message, first: "email" };
    return { kind: "failed", title: message };
  }
  if ("orderId" in reply.data) return { kind: "invoiced" };
  const { url, sessionId, claimToken } = reply.data;
  rememberClaim({ sessionId, token: claimToken });
  rememberOrderEmail(sessionId, parsed.data.email);
  return { kind: "redirect", url };
}

function requestOf({ tier, pay, consents, typed, teamId, userId }: TeamOrder) {
  const { teamName, seats, organization, firstName, lastName, email, purchaseOrder } = typed;
  const { line1, line2, city, postalCode, country, vatNumber } = typed;
  return {
    ...{ tier, pay, teamName, organization, firstName, lastName, email, teamId, userId },
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

function invalid(
  { teamId }: TeamOrder,
  issues: readonly { path: PropertyKey[]; message: string }[],
): Outcome {
  const errors = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path.at(-1));
    if (!errors.has(field)) errors.set(field, field === "seats" ? seatsMessage(minimum(teamId)) : message);
  }
  // The order of the schema is that of the form, but for the places.
  const [first = "", message = FAILED] = [...errors].find(([field]) => field !== "tier") ?? [];
  // Consents have their own errors.
  return { kind: "invalid", errors: [...errors] as [TeamField, string][], message, first };
}
