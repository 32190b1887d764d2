import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { TestAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { type Checkout, newEmail, openCheckout, orderOf, professionalPayload } from "./shop.ts";

/** Pays and waits until the payment is recorded. */
export async function buy(academy: TestAcademy, payload: unknown): Promise<Checkout> {
  const checkout = await openCheckout(academy, payload);
  await payOnHostedPage(checkout.url);
  await eventually(async () => expect((await orderOf(academy, checkout.sessionId)).paid_at).not.toBeNull());
  return checkout;
}

/** The provider's ids of the payment and charge for a session that was paid in full. */
export async function paymentOf(academy: TestAcademy, sessionId: string) {
  const { payment_intent: intent } = await academy.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent"],
  });
  if (!intent || typeof intent === "string") throw new Error("the session has no payment");
  return { intent: intent.id, charge: String(intent.latest_charge) };
}

/** A full payment, by a new buyer if no address is given, which is recorded. */
export async function bought(academy: TestAcademy, email = newEmail()) {
  const { sessionId } = await buy(academy, professionalPayload(email));
  const { id: orderId } = await orderOf(academy, sessionId);
  return { email, sessionId, orderId, ...(await paymentOf(academy, sessionId)) };
}

/** Opens a dispute about this charge. Returns the dispute's id. */
export async function dispute(academy: TestAcademy, charge: string): Promise<string> {
  await academy.simulate(`charges/${charge}/dispute`, {});
  const { data } = await academy.stripe.disputes.list({ charge, limit: 1 });
  return data[0]?.id ?? "";
}

export function decide(academy: TestAcademy, disputeId: string, outcome: "won" | "lost"): Promise<void> {
  return academy.simulate(`disputes/${disputeId}/close`, { outcome });
}

/** The texts of the emails to this address whose subject starts with `subject`, newest first. */
export function mailsTo(academy: TestAcademy, email: string, subject: string): string[] {
  return academy
    .mails()
    .filter((each) => each.to.toLowerCase() === email.toLowerCase() && each.subject.startsWith(subject))
    .map((each) => each.text);
}

/** The newest temporary password emailed to the address, once `count` such emails have arrived. */
export function mailedPassword(academy: TestAcademy, email: string, count = 1): Promise<string> {
  return eventually(() => {
    const mails = mailsTo(academy, email, "Your sign-in details");
    expect(mails).toHaveLength(count);
    return /^Temporary password: (.+)$/m.exec(mails[0] ?? "")?.[1] ?? "";
  });
}
