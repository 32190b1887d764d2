import { z } from "zod";
import { endpoint } from "../api/endpoint.ts";
import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { integer, notSimulated, oneOf, text } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { requireObject } from "../world.ts";
import { createRefund, updateRefund } from "./createRefund.ts";
import { refunds } from "./refund.ts";

const path = "/refunds";
const createParams = z.strictObject({
  amount: integer({ min: 1 }).optional(),
  charge: text().optional(),
  metadata,
  payment_intent: text().optional(),
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
  ...notSimulated(
    "currency",
    "customer",
    "instructions_email",
    "origin",
    "refund_application_fee",
    "reverse_transfer",
  ),
});

export const refundResource: Resource = {
  kinds: [refunds],
  endpoints: [
    endpoint("POST", path, createParams, (world, { metadata: initial, ...params }) =>
      createRefund(world, { ...params, metadata: mergeMetadata({}, initial) }),
    ),
    endpoint("POST", `${path}/:id`, z.strictObject({ metadata }), (world, { metadata: change }, { id }) => {
      const before = requireObject(world, refunds, id);
      return updateRefund(world, before, { ...before, metadata: mergeMetadata(before.metadata, change) });
    }),
    retrieveEndpoint(path, refunds),
    listEndpoint(path, refunds, {
      charge: equal("charge", text()),
      payment_intent: equal("payment_intent", text()),
    }),
  ],
};
