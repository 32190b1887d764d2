import type { CardDetails } from "../../charges/cardDetails.ts";
import { newPaymentMethod } from "../../charges/newPaymentMethod.ts";
import { testCard } from "../../charges/testCards.ts";
import type { Buyer } from "../../checkout/objects.ts";
import type { World } from "../../world.ts";
import { attachCard } from "../subscriptions/saveCard.ts";
import { payNow } from "./collect.ts";
import type { Invoice } from "./objects.ts";

type Outcome = { result: "paid" } | { result: "declined"; message: string };

/**
 * Pays an open invoice with a card typed on its page, without asking its holder to authenticate. The card is saved for the
 * customer, but renewals still use the subscription's own (`payment_settings.save_default_payment_method` is "off", as
 * Checkout sets it).
 */
export function payByCard(world: World, invoice: Invoice, card: CardDetails, buyer: Buyer): Outcome {
  const kind = testCard(card.number);
  const method = newPaymentMethod(world, card, kind, buyer);
  const refused = payNow(world, invoice, method, typeof kind.behaviour === "string" ? null : kind.behaviour);
  if (refused) return { result: "declined", message: refused.message };
  attachCard(world, method, invoice.customer);
  return { result: "paid" };
}
