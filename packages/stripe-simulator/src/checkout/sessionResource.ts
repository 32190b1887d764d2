import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { listEndpoint, sublistEndpoint } from "../api/list.ts";
import { equal, filter } from "../api/params/filter.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { notSimulated, oneOf, text } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { requireObject } from "../world.ts";
import { createSession } from "./createSession.ts";
import { expireSession } from "./expire.ts";
import { lineItems } from "./lineItem.ts";
import { type CheckoutSession, sessions } from "./session.ts";
import { sessionParams } from "./sessionParams.ts";

const path = "/checkout/sessions";
const updateParams = z.strictObject({
  metadata,
  ...notSimulated("automatic_tax", "collected_information", "discounts", "line_items", "shipping_options"),
});

export const sessionResource: Resource = {
  kinds: [sessions, lineItems],
  endpoints: [
    endpoint("POST", path, sessionParams, createSession),
    endpoint("POST", `${path}/:id`, updateParams, (world, { metadata: change }, { id }) =>
      saveUpdate(world, sessions, id, null, (before) => ({
        ...before,
        metadata: mergeMetadata(before.metadata, change),
      })),
    ),
    endpoint("POST", `${path}/:id/expire`, z.strictObject({}), (world, _params, { id }) => {
      const session = requireObject(world, sessions, id);
      if (session.status === "open") return expireSession(world, session);
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }),
    retrieveEndpoint(path, sessions),
    sublistEndpoint(
      `${path}/:id/line_items`,
      lineItems,
      (world, id) => requireObject(world, sessions, id).line_items.data,
    ),
    listEndpoint(path, sessions, {
      customer: equal("customer", text()),
      customer_details: filter(
        z.strictObject({ email: text() }),
        (session: CheckoutSession, { email }) => session.customer_details?.email === email,
      ),
      payment_intent: equal("payment_intent", text()),
      payment_link: equal("payment_link", text()),
      status: equal("status", oneOf("complete", "expired", "open")),
      subscription: equal("subscription", text()),
    }),
  ],
};
