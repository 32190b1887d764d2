import type Stripe from "stripe";
import { newId } from "../../api/ids.ts";
import type { Kind, Stored } from "../../api/kind.ts";
import { newTransferMethod } from "../../charges/newPaymentMethod.ts";
import { paymentIntents } from "../../charges/objects.ts";
import { takeMoney } from "../../charges/settle.ts";
import { type Customer, customers } from "../../customers/customer.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { markPaid } from "../invoices/markPaid.ts";
import { type Invoice, invoices } from "../invoices/objects.ts";

/** `net_amount` in the smallest unit. */
export type CashTransaction = Stored<Stripe.CustomerCashBalanceTransaction, { customer: string }>;

export const cashTransactions: Kind<CashTransaction> = {
  object: "customer_cash_balance_transaction",
  expandable: ["customer"],
};

/** The money that Stripe holds for a customer (docs.stripe.com/payments/customer-balance). */
export function cashBalanceOf({ id, simulator_cash: available }: Customer) {
  return {
    object: "cash_balance",
    available: available ?? null,
    customer: id,
    customer_account: null,
    livemode: false,
    settings: { reconciliation_mode: "automatic", using_merchant_default: true },
  } satisfies Stripe.CashBalance;
}

/** What makes the cash balance larger or smaller, in the smallest unit. */
type Movement = Pick<CashTransaction, "net_amount"> &
  ({
    type: "funded" | "applied_to_payment" | "refunded_from_payment" | "return_initiated";
  } & Partial<CashTransaction>);

export function moveCash(world: World, customerId: string, currency: string, movement: Movement): void {
  const customer = requireObject(world, customers, customerId);
  const balance = (customer.simulator_cash?.[currency] ?? 0) + movement.net_amount;
  const simulator_cash = { ...customer.simulator_cash, [currency]: balance };
  world.store.put(customers, { ...customer, simulator_cash });
  const transaction = world.store.put(cashTransactions, {
    id: newId("ccsbtxn"),
    object: "customer_cash_balance_transaction",
    created: world.now(),
    currency,
    customer: customerId,
    customer_account: null,
    ending_balance: balance,
    livemode: false,
    ...movement,
  });
  emit(world, "customer_cash_balance_transaction.created", transaction);
}

/** Receives a bank transfer from a customer and pays open invoices with it. */
export function receiveTransfer(
  world: World,
  customerId: string,
  { amount, currency, reference }: { amount: number; currency: string; reference: string | null },
): void {
  const { name } = requireObject(world, customers, customerId);
  const sender = { account_number_last4: "2345", sender_name: name ?? null, sort_code: "108800" };
  moveCash(world, customerId, currency, {
    funded: { bank_transfer: { gb_bank_transfer: sender, reference, type: "gb_bank_transfer" } },
    net_amount: amount,
    type: "funded",
  });
  reconcile(world, customerId, currency);
  const customer = requireObject(world, customers, customerId);
  if ((customer.simulator_cash?.[currency] ?? 0) > 0) {
    emit(world, "cash_balance.funds_available", cashBalanceOf(customer));
  }
}

const OVERDUE_SECONDS = 30 * 24 * 60 * 60;

/** Invoices that Stripe pays from the cash balance: by bank transfer, and due, or overdue for at most 30 days. */
function awaitsFunding(world: World, invoice: Invoice): boolean {
  const types = invoice.payment_settings.payment_method_types ?? [];
  const isLate = invoice.due_date != null && invoice.due_date + OVERDUE_SECONDS < world.now();
  return invoice.status === "open" && types.includes("customer_balance") && !isLate;
}

/**
 * Pays open invoices from the cash balance: first one of exactly that amount, then those that are due first. An invoice
 * is never paid in part: the money stays in the balance until it covers the whole amount
 * (docs.stripe.com/payments/customer-balance/reconciliation, docs.stripe.com/payments/bank-transfers/accept-a-payment).
 */
export function reconcile(world: World, customer: string, currency: string): void {
  const cash = () => world.store.get(customers, customer)?.simulator_cash?.[currency] ?? 0;
  const waiting = world.store
    .all(invoices)
    .filter((each) => each.customer === customer && each.currency === currency && awaitsFunding(world, each))
    .sort((a, b) => (a.due_date ?? Infinity) - (b.due_date ?? Infinity) || a.created - b.created);
  const exact = waiting.filter((each) => each.amount_remaining === cash()).slice(0, 1);
  for (const invoice of [...exact, ...waiting.filter((each) => !exact.includes(each))]) {
    if (invoice.amount_remaining <= cash()) payFromCash(world, invoice);
  }
}

function payFromCash(world: World, invoice: Invoice): void {
  const own = invoice.payments.data.find((each) => each.is_default && each.status === "open");
  if (!own) return;
  const intent = requireObject(world, paymentIntents, own.payment.payment_intent);
  const method = newTransferMethod(world, invoice);
  moveCash(world, invoice.customer, invoice.currency, {
    applied_to_payment: { payment_intent: intent.id },
    net_amount: -invoice.amount_remaining,
    type: "applied_to_payment",
  });
  takeMoney(world, { intent, method }, { customer: invoice.customer, authenticated: false });
  markPaid(world, invoice);
}
