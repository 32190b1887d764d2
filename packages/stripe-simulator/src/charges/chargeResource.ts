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
import { charges } from "./charge.ts";

const path = "/charges";
const updateParams = z.strictObject({
  description: unsettable(text()),
  metadata,
  receipt_email: unsettable(email),
});

/** Charges are created by payments; requests can only read them and change their descriptive fields. */
export const chargeResource: Resource = {
  kinds: [charges],
  endpoints: [
    endpoint("POST", `${path}/:id`, updateParams, (world, { metadata: change, ...params }, { id }) =>
      saveUpdate(world, charges, id, "charge.updated", (before) => ({
        ...before,
        ...given(params),
        metadata: mergeMetadata(before.metadata, change),
      })),
    ),
    retrieveEndpoint(path, charges),
    listEndpoint(path, charges, {
      customer: equal("customer", text()),
      payment_intent: equal("payment_intent", text()),
    }),
  ],
};
