import { z } from "zod";
import { metadata } from "../../api/params/metadata.ts";
import {
  currency,
  integer,
  listOf,
  notSimulated,
  oneOf,
  text,
  timestamp,
  unsettable,
} from "../../api/params/params.ts";

const MAX_PHASES = 10;

const proration = oneOf("always_invoice", "create_prorations", "none").optional();
const endBehaviour = oneOf("cancel", "release").optional();
const discounts = unsettable(
  listOf(
    z.strictObject({
      coupon: text().optional(),
      discount: text().optional(),
      promotion_code: text().optional(),
    }),
  ),
);

const item = z.strictObject({
  metadata,
  price: text(),
  quantity: integer({ min: 1 }).optional(),
  tax_rates: unsettable(listOf(text())),
  ...notSimulated("billing_thresholds", "discounts", "plan", "price_data"),
});

const phase = z.strictObject({
  collection_method: oneOf("charge_automatically").optional(),
  currency: currency.optional(),
  default_payment_method: text().optional(),
  default_tax_rates: unsettable(listOf(text())),
  description: unsettable(text()),
  discounts,
  duration: z
    .strictObject({
      interval: oneOf("day", "week", "month", "year"),
      interval_count: integer({ min: 1 }).optional(),
    })
    .optional(),
  end_date: timestamp.optional(),
  items: listOf(item).refine((items) => items.length > 0, { message: "You must provide at least one item." }),
  metadata,
  proration_behavior: proration,
  start_date: timestamp.optional(),
  ...notSimulated(
    "add_invoice_items",
    "application_fee_percent",
    "automatic_tax",
    "billing_cycle_anchor",
    "billing_thresholds",
    "invoice_settings",
    "on_behalf_of",
    "transfer_data",
    "trial",
    "trial_end",
  ),
});

/** Schedules are created for existing subscriptions: Stripe accepts no other parameter with `from_subscription`. */
export const createParams = z.strictObject({
  from_subscription: text(),
  ...notSimulated(
    "billing_mode",
    "customer",
    "customer_account",
    "default_settings",
    "end_behavior",
    "metadata",
    "pause_schedules",
    "phases",
    "start_date",
  ),
});

export const updateParams = z.strictObject({
  end_behavior: endBehaviour,
  metadata,
  phases: listOf(phase)
    .refine((phases) => phases.length >= 1 && phases.length <= MAX_PHASES, {
      message: `A schedule must have at least 1 and at most ${MAX_PHASES} phases.`,
    })
    .optional(),
  proration_behavior: proration,
  ...notSimulated("default_settings", "pause_schedules"),
});

export type UpdateParams = z.output<typeof updateParams>;
export type PhaseParams = z.output<typeof phase>;
