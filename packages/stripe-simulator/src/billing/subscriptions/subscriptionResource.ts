import { z } from "zod";
import { badRequest, noSuch } from "../../api/apiError.ts";
import { retrieveEndpoint, saveUpdate } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { equal, filter, listEndpoint } from "../../api/list.ts";
import { given, mergeMetadata, metadata, oneOf, text, unsettable } from "../../api/params.ts";
import { requireObject, type World } from "../../world.ts";
import { cancelSubscription } from "./endSubscription.ts";
import { hasEnded, type Subscription, subscriptionItems, subscriptions } from "./objects.ts";

const path = "/subscriptions";

const updateParams = z.strictObject({
  metadata,
  pause_collection: unsettable(
    z
      .strictObject({ behavior: oneOf("keep_as_draft") })
      .transform(({ behavior }) => ({ behavior, resumes_at: null })),
  ),
});

function update(world: World, params: z.output<typeof updateParams>, id: string): Subscription {
  const { metadata: change, ...rest } = params;
  const subscription = requireObject(world, subscriptions, id);
  if (hasEnded(subscription) && Object.keys(given(params)).some((name) => name !== "metadata")) {
    throw badRequest("A canceled subscription can only update its cancellation_details and metadata.", {
      code: "invalid_canceled_subscription_fields",
    });
  }
  return saveUpdate(world, subscriptions, id, "customer.subscription.updated", (before) => ({
    ...before,
    ...given(rest),
    metadata: mergeMetadata(before.metadata, change),
  }));
}

export const subscriptionResource: Resource = {
  kinds: [subscriptions, subscriptionItems],
  endpoints: [
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => update(world, params, id)),
    endpoint("DELETE", `${path}/:id`, z.strictObject({}), (world, _params, { id }) => {
      const subscription = requireObject(world, subscriptions, id);
      if (hasEnded(subscription)) throw noSuch("subscription", id);
      return cancelSubscription(world, id);
    }),
    retrieveEndpoint(path, subscriptions),
    listEndpoint(path, subscriptions, {
      customer: equal("customer", text()),
      // Without the parameter, Stripe leaves out canceled subscriptions.
      status: filter(
        oneOf("active", "all", "canceled", "ended", "past_due", "unpaid", "not_canceled").default(
          "not_canceled",
        ),
        (subscription: Subscription, wanted) => hasStatus(subscription, wanted),
      ),
    }),
  ],
};

function hasStatus(subscription: Subscription, wanted: string): boolean {
  if (wanted === "all") return true;
  if (wanted === "not_canceled") return !hasEnded(subscription);
  return subscription.status === (wanted === "ended" ? "canceled" : wanted);
}
