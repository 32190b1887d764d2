import { z } from "zod";
import { badRequest, noSuch } from "../../api/apiError.ts";
import { endpoint } from "../../api/endpoint.ts";
import { listEndpoint } from "../../api/list.ts";
import { equal, filter } from "../../api/params/filter.ts";
import { given } from "../../api/params/given.ts";
import { mergeMetadata, metadata } from "../../api/params/metadata.ts";
import { boolean, notSimulated, oneOf, text, timestamp, unsettable } from "../../api/params/params.ts";
import type { Resource } from "../../api/resource.ts";
import { retrieveEndpoint } from "../../api/retrieve.ts";
import { saveUpdate } from "../../api/saveUpdate.ts";
import { paymentMethods } from "../../customers/paymentMethod.ts";
import { worldOf } from "../../time/timeline.ts";
import { requireObject, type World } from "../../world.ts";
import { cancelSubscription } from "./endSubscription.ts";
import { periodOf } from "./periodOf.ts";
import { hasEnded, type Subscription, subscriptions } from "./subscription.ts";

const path = "/subscriptions";

const updateParams = z.strictObject({
  cancel_at: unsettable(timestamp),
  cancel_at_period_end: boolean.optional(),
  default_payment_method: text().optional(),
  description: unsettable(text(500)),
  metadata,
  pause_collection: unsettable(
    z
      .strictObject({
        behavior: oneOf("keep_as_draft", "mark_uncollectible", "void"),
        resumes_at: timestamp.optional(),
      })
      .transform((pause) => ({ behavior: pause.behavior, resumes_at: pause.resumes_at ?? null })),
  ),
  ...notSimulated(
    "add_invoice_items",
    "application_fee_percent",
    "automatic_tax",
    "billing_cycle_anchor",
    "billing_schedules",
    "billing_thresholds",
    "cancellation_details",
    "collection_method",
    "days_until_due",
    "default_source",
    "default_tax_rates",
    "discounts",
    "invoice_settings",
    "items",
    "off_session",
    "on_behalf_of",
    "payment_behavior",
    "payment_settings",
    "pending_invoice_item_interval",
    "proration_behavior",
    "proration_date",
    "transfer_data",
    "trial_end",
    "trial_from_plan",
    "trial_settings",
  ),
});

type UpdateParams = z.output<typeof updateParams>;

function update(world: World, params: UpdateParams, id: string): Subscription {
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd, metadata: change, ...rest } = params;
  const subscription = requireObject(world, subscriptions, id);
  const then = worldOf(world, subscription.customer);
  if (hasEnded(subscription) && Object.keys(given(params)).some((name) => name !== "metadata")) {
    throw badRequest("A canceled subscription can only update its cancellation_details and metadata.", {
      code: "invalid_canceled_subscription_fields",
    });
  }
  if (subscription.schedule && (cancelAt !== undefined || atPeriodEnd !== undefined)) {
    throw badRequest(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  if (params.default_payment_method) {
    requireOwnMethod(world, params.default_payment_method, subscription.customer);
  }
  return saveUpdate(then, subscriptions, id, "customer.subscription.updated", (before) => ({
    ...before,
    ...given(rest),
    ...cancellation(then, before, cancelAt, atPeriodEnd),
    metadata: mergeMetadata(before.metadata, change),
  }));
}

/** Throws unless the saved card belongs to this customer. */
function requireOwnMethod(world: World, id: string, customer: string): void {
  const method = requireObject(world, paymentMethods, id, "default_payment_method");
  if (method.customer === customer) return;
  throw badRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: "resource_missing", param: "default_payment_method" },
  );
}

/** `canceled_at` is the time of the request, even if the subscription ends later. */
function cancellation(
  world: World,
  before: Subscription,
  at: number | null | undefined,
  atPeriodEnd: boolean | undefined,
): Partial<Subscription> {
  if (at === undefined && atPeriodEnd === undefined) return {};
  const end = atPeriodEnd ? periodOf(before).end : (at ?? null);
  if (end !== null && end <= world.now()) {
    throw badRequest("cancel_at must be in the future", { param: "cancel_at" });
  }
  return {
    cancel_at: end,
    cancel_at_period_end: atPeriodEnd ?? false,
    canceled_at: end === null ? null : world.now(),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: end === null ? null : "cancellation_requested",
    },
  };
}

export const subscriptionResource: Resource = {
  kinds: [subscriptions],
  endpoints: [
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => update(world, params, id)),
    endpoint(
      "DELETE",
      `${path}/:id`,
      z.strictObject({ ...notSimulated("cancellation_details", "invoice_now", "prorate") }),
      (world, _params, { id }) => {
        const subscription = requireObject(world, subscriptions, id);
        if (hasEnded(subscription)) throw noSuch("subscription", id);
        return cancelSubscription(worldOf(world, subscription.customer), id);
      },
    ),
    retrieveEndpoint(path, subscriptions),
    listEndpoint(path, subscriptions, {
      customer: equal("customer", text()),
      price: filter(text(), ({ items }: Subscription, price) =>
        items.data.some((each) => each.price.id === price),
      ),
      // Without the parameter, Stripe leaves out canceled subscriptions.
      status: filter(
        oneOf("active", "all", "canceled", "ended", "past_due", "unpaid", "not_canceled").default(
          "not_canceled",
        ),
        (subscription: Subscription, wanted) => hasStatus(subscription, wanted),
      ),
      test_clock: equal("test_clock", text()),
    }),
  ],
};

function hasStatus(subscription: Subscription, wanted: string): boolean {
  if (wanted === "all") return true;
  if (wanted === "not_canceled") return !hasEnded(subscription);
  return subscription.status === (wanted === "ended" ? "canceled" : wanted);
}
