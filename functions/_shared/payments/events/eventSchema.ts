import { z } from "zod";

/** Only characters that are safe in rows, filters and URLs, where the ids are used. */
const id = z.string().regex(/^[\w-]{1,255}$/);
const named = z.looseObject({ id });
const reference = z.union([id, named]).nullish();
const plan = z.looseObject({ subscription: reference });
const SHAPES: Record<string, z.ZodType> = {
  "checkout.session": named,
  "customer.subscription": named,
  invoice: z.looseObject({
    id: id.optional(),
    parent: z.looseObject({ subscription_details: plan.nullish() }).nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
  }),
  invoice_payment: named.extend({ invoice: z.union([id, named]) }),
  customer_cash_balance_transaction: named.extend({ customer: z.union([id, named]) }),
  charge: named,
  refund: named.extend({
    charge: reference,
    status: z.string().nullish(),
    failure_reason: z.string().nullish(),
  }),
  review: named.extend({ payment_intent: reference, reason: z.string() }),
  "radar.early_fraud_warning": named.extend({ payment_intent: reference, fraud_type: z.string() }),
  "charge.dispute": named,
};

/**
 * The part of an event that we read. The signature proves the sender, but a missing field could still reach a filter
 * unnoticed and match another buyer's order.
 */
export const eventSchema = z
  .looseObject({
    id,
    type: z.string().regex(/^[\w.]{1,255}$/),
    data: z.looseObject({ object: z.looseObject({}) }),
  })
  .refine(({ type, data }) => {
    const kind = type.slice(0, type.lastIndexOf("."));
    return !Object.hasOwn(SHAPES, kind) || SHAPES[kind]?.safeParse(data.object).success;
  });
