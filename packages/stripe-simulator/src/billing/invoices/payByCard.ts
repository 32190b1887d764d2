import type { CardDetails } from "../../charges/cardDetails.ts";
import { newPaymentMethod } from "../../charges/newPaymentMethod.ts";
import {
  type PaymentIntent,
  type PaymentMethod,
  paymentIntents,
  paymentMethods,
} from "../../charges/objects.ts";
import { failAuthentication, takeMoney } from "../../charges/settle.ts";
import { testCard } from "../../charges/testCards.ts";
import type { Buyer } from "../../checkout/complete.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { attachCard } from "../subscriptions/saveCard.ts";
import { payNow } from "./collect.ts";
import { markPaid } from "./markPaid.ts";
import { type Invoice, invoices } from "./objects.ts";

type Outcome = { result: "paid" | "authenticate" } | { result: "declined"; message: string };

/**
 * Pays an open invoice with a card typed on its page. The card is saved for the customer, but renewals still use the
 * subscription's own (`payment_settings.save_default_payment_method` is "off", as Checkout sets it).
 */
export function payByCard(world: World, invoice: Invoice, card: CardDetails, buyer: Buyer): Outcome {
  const kind = testCard(card.number);
  const method = newPaymentMethod(world, card, kind, buyer);
  if (kind.behaviour === "authenticates") {
    askToAuthenticate(world, invoice, method);
    return { result: "authenticate" };
  }
  const refused = payNow(world, invoice, method, kind.behaviour === "succeeds" ? null : kind.behaviour);
  if (refused) return { result: "declined", message: refused.message };
  attachCard(world, method, invoice.customer);
  return { result: "paid" };
}

/** The payment of an invoice whose payer has yet to authenticate, or null. */
export function waitingInvoicePayment(world: World, invoice: Invoice) {
  const intent = intentOf(world, invoice);
  const method = intent?.payment_method ? world.store.get(paymentMethods, intent.payment_method) : undefined;
  return invoice.status === "open" && intent?.status === "requires_action" && method
    ? { intent, method }
    : null;
}

/** Finishes the authentication of a payment with the payer's choice. */
export function finishInvoicePayment(
  world: World,
  invoice: Invoice,
  { intent, method }: { intent: PaymentIntent; method: PaymentMethod },
  passed: boolean,
): void {
  if (!passed) {
    failAuthentication(world, { intent, method });
    return;
  }
  takeMoney(world, { intent, method }, { customer: invoice.customer, authenticated: true });
  attachCard(world, method, invoice.customer);
  markPaid(world, requireObject(world, invoices, invoice.id));
}

function intentOf(world: World, invoice: Invoice): PaymentIntent | undefined {
  const id = invoice.payments.data[0]?.payment.payment_intent;
  return id ? world.store.get(paymentIntents, id) : undefined;
}

function askToAuthenticate(world: World, invoice: Invoice, method: PaymentMethod): void {
  const intent = intentOf(world, invoice);
  if (!intent) return;
  const url = `${invoice.hosted_invoice_url}/authenticate`;
  const waiting = world.store.put(paymentIntents, {
    ...intent,
    last_payment_error: null,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { return_url: invoice.hosted_invoice_url, url },
    },
    payment_method: method.id,
    status: "requires_action",
  });
  emit(world, "payment_intent.requires_action", waiting);
  emit(world, "invoice.payment_action_required", invoice);
}
