import { z } from "zod";
import { endpoint } from "../api/endpoint.ts";
import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { given } from "../api/params/given.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { email, text, unsettable } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { paymentIntents } from "./paymentIntent.ts";

const path = "/payment_intents";
const updateParams = z.strictObject({
  description: unsettable(text(1000)),
  metadata,
  receipt_email: unsettable(email),
});

/** Payment intents are created by Checkout Sessions. Stripe emits no event for changes to their descriptive fields. */
export const paymentIntentResource: Resource = {
  kinds: [paymentIntents],
  endpoints: [
    endpoint("POST", `${path}/:id`, updateParams, (world, { metadata: change, ...params }, { id }) =>
      saveUpdate(world, paymentIntents, id, null, (before) => ({
        ...before,
        ...given(params),
        metadata: mergeMetadata(before.metadata, change),
      })),
    ),
    retrieveEndpoint(path, paymentIntents, { client_secret: text().optional() }),
    listEndpoint(path, paymentIntents, { customer: equal("customer", text()) }),
  ],
};
