import { z } from "zod";
import { noSuch } from "../../api/apiError.ts";
import { endpoint } from "../../api/endpoint.ts";
import { text } from "../../api/params/params.ts";
import type { Resource } from "../../api/resource.ts";
import { requireObject } from "../../world.ts";
import { subscriptions } from "./subscription.ts";
import { subscriptionItems } from "./subscriptionItem.ts";

const path = "/subscription_items";

/** Items are stored in their subscriptions; these requests only read them. */
export const subscriptionItemResource: Resource = {
  kinds: [subscriptionItems],
  endpoints: [
    endpoint("GET", path, z.strictObject({ subscription: text() }), (world, params) => ({
      ...requireObject(world, subscriptions, params.subscription, "subscription").items,
      url: `/v1${path}`,
    })),
    endpoint("GET", `${path}/:id`, z.strictObject({}), (world, _params, { id }) => {
      const all = world.store.all(subscriptions).flatMap(({ items }) => items.data);
      const found = all.find((item) => item.id === id);
      if (!found) throw noSuch("subscription_item", id);
      return found;
    }),
  ],
};
