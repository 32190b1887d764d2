import { badRequest } from "../api/apiError.ts";
import { newId } from "../api/ids.ts";
import { moveCash } from "../billing/transfers/cash.ts";
import { customers } from "../customers/customer.ts";
import { formatMoney } from "../pages/money.ts";
import { emit, previousAttributes } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { disputes } from "./dispute.ts";
import { type Charge, charges, paymentIntents, type Refund, refunds } from "./objects.ts";

type RefundRequest = {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  /** In the smallest unit. If omitted, the rest of the charge is refunded. */
  amount?: number | undefined;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | undefined;
  metadata?: { [name: string]: string };
};

/** Refunds all or part of a charge and emits the events, or throws Stripe's error. */
export function createRefund(world: World, request: RefundRequest): Refund {
  const charge = chargeOf(world, request);
  const amount = refundable(world, charge, request.amount);
  const isTransfer = charge.payment_method_details.type === "customer_balance";
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: isTransfer
      ? { customer_cash_balance: {}, type: "customer_cash_balance" }
      : { card: { reference_status: "pending", type: "refund" }, type: "card" },
    metadata: request.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: request.reason ?? null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  world.store.put(refunds, refund);
  const refunded = chargeAfter(charge, refund);
  world.store.put(charges, refunded);
  emit(world, "refund.created", refund);
  emit(world, "charge.refunded", refunded, previousAttributes(charge, refunded));
  if (!isTransfer || !charge.customer) return nameReference(world, refund);
  // Stripe keeps the money for the customer until staff return it (docs.stripe.com/payments/bank-transfers, "Refunds").
  moveCash(world, charge.customer, charge.currency, {
    net_amount: amount,
    refunded_from_payment: { refund: refund.id },
    type: "refunded_from_payment",
  });
  return refund;
}

/** Sends money of a customer's cash balance back to their bank (docs.stripe.com/payments/customer-balance/refunding). */
export function returnCash(
  world: World,
  { customer = "", amount = 0, metadata = {} }: { customer?: string | undefined } & RefundRequest,
): Refund {
  const { simulator_cash: cash } = requireObject(world, customers, customer, "customer");
  if (amount > (cash?.gbp ?? 0)) {
    throw badRequest("The refund is larger than the customer's cash balance.", { param: "amount" });
  }
  const refund = world.store.put(refunds, {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: null,
    created: world.now(),
    currency: "gbp",
    customer,
    customer_account: null,
    destination_details: {
      gb_bank_transfer: { reference: null, reference_status: "pending" },
      type: "gb_bank_transfer",
    },
    metadata,
    payment_intent: null,
    payment_method: null,
    reason: null,
    source_transfer_reversal: null,
    status: "pending",
    transfer_reversal: null,
  });
  emit(world, "refund.created", refund);
  moveCash(world, customer, "gbp", { net_amount: -amount, type: "return_initiated" });
  return refund;
}

function chargeOf(world: World, { charge, payment_intent: intentId }: RefundRequest): Charge {
  if (charge) {
    const found = requireObject(world, charges, charge, "charge");
    if (!intentId || found.payment_intent === intentId) return found;
    throw badRequest(`The charge ${charge} does not belong to the PaymentIntent ${intentId}.`, {
      param: "charge",
    });
  }
  if (!intentId) {
    throw badRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = requireObject(world, paymentIntents, intentId, "payment_intent");
  const latest = intent.latest_charge ? world.store.get(charges, intent.latest_charge) : undefined;
  if (latest?.paid) return latest;
  throw badRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
}

function refundable(world: World, charge: Charge, wanted: number | undefined): number {
  if (!charge.paid) throw badRequest(`Charge ${charge.id} was not paid and cannot be refunded.`);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (refusedForDispute(world, charge)) {
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  const amount = wanted ?? left;
  if (amount <= left) return amount;
  const money = (pence: number) => formatMoney(pence, charge.currency);
  throw badRequest(
    `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
    { param: "amount" },
  );
}

function chargeAfter(charge: Charge, refund: Refund): Charge {
  const amount_refunded = charge.amount_refunded + refund.amount;
  return {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
    refunds: { ...charge.refunds, data: [refund, ...charge.refunds.data] },
  };
}

/** Adds the bank's reference, which follows the refund as an update (docs.stripe.com/refunds, "Trace a refund"). */
function nameReference(world: World, refund: Refund): Refund {
  const card = {
    reference: newId("arn").slice(4),
    reference_status: "available",
    reference_type: "acquirer_reference_number",
    type: "refund",
  };
  return updateRefund(world, refund, { ...refund, destination_details: { card, type: "card" } });
}

/** Stores a changed refund, also in its charge's list, and emits the events. */
function updateRefund(world: World, before: Refund, after: Refund): Refund {
  const previous = previousAttributes(before, after);
  world.store.put(refunds, after);
  const charge = requireObject(world, charges, after.charge ?? "");
  const data = charge.refunds.data.map((each) => (each.id === after.id ? after : each));
  world.store.put(charges, { ...charge, refunds: { ...charge.refunds, data } });
  emit(world, "refund.updated", after, previous);
  emit(world, "charge.refund.updated", after, previous);
  return after;
}

/** A charge cannot be refunded while a dispute is open or after it is lost. */
function refusedForDispute(world: World, charge: Charge): boolean {
  return world.store
    .all(disputes)
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}
