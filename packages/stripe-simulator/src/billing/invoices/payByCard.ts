import type { CardDetails } from "../../charges/cardDetails.ts";
import { newIntent } from "../../charges/intent.ts";
import { newPaymentMethod, newTransferMethod } from "../../charges/newPaymentMethod.ts";
import { takeMoney } from "../../charges/settle.ts";
import { testCard } from "../../charges/testCards.ts";
import type { Buyer } from "../../checkout/objects.ts";
import type { World } from "../../world.ts";
import { attachCard } from "../subscriptions/saveCard.ts";
import { payNow, savedMethod } from "./collect.ts";
import { newPayment } from "./draftInvoice.ts";
import { creditPayment } from "./markPaid.ts";
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

/**
 * Takes a part of what remains, through a separate payment intent, by the saved card or, without one, by transfer: what
 * staff do with "Charge customer" in Stripe's dashboard (docs.stripe.com/invoicing/partial-payments).
 */
export function payPart(world: World, invoice: Invoice, amount: number): Invoice {
  const { currency, customer } = invoice;
  const intent = newIntent(world, {
    amount,
    currency,
    customer,
    description: "Payment for Invoice",
    metadata: {},
  });
  const payment = newPayment(world, invoice, intent, { amount, isDefault: false });
  const method = savedMethod(world, invoice) ?? newTransferMethod(world, invoice);
  takeMoney(world, { intent, method }, { customer, authenticated: false });
  return creditPayment(world, invoice, payment);
}
