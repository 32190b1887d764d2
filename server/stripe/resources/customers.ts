import { z } from "zod";
import { address } from "../api/address.ts";
import { endpoint } from "../api/endpoint.ts";
import { equal } from "../api/filter.ts";
import { given } from "../api/given.ts";
import { listEndpoint } from "../api/list.ts";
import { mergeMetadata, metadata } from "../api/metadata.ts";
import { email, notSimulated, text, unsettable } from "../api/params.ts";
import { removeEndpoint } from "../api/remove.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { NO_ADDRESS } from "../objects/address.ts";
import { customers, newCustomer } from "../objects/customer.ts";
import { emit } from "../webhooks/emit.ts";
import type { Resource } from "./resource.ts";

const path = "/customers";

const fields = {
  address,
  description: unsettable(text()),
  email: unsettable(email),
  metadata,
  name: unsettable(text()),
  phone: unsettable(text()),
  shipping: unsettable(
    z.strictObject({ address, name: text(), phone: text().optional() }).transform((given) => ({
      name: given.name,
      address: given.address ?? NO_ADDRESS,
      phone: given.phone ?? null,
    })),
  ),
  ...notSimulated(
    "balance",
    "business_name",
    "cash_balance",
    "default_source",
    "individual_name",
    "invoice_prefix",
    "invoice_settings",
    "next_invoice_sequence",
    "payment_method",
    "preferred_locales",
    "source",
    "tax",
    "tax_exempt",
    "tax_id_data",
    "test_clock",
    "validate",
  ),
};

export const customerResource: Resource = {
  kinds: [customers],
  endpoints: [
    endpoint("POST", path, z.strictObject(fields), (world, { metadata: initial, ...params }) => {
      const customer = newCustomer(world.now(), { ...given(params), metadata: mergeMetadata({}, initial) });
      emit(world, "customer.created", world.store.put(customers, customer));
      return customer;
    }),
    endpoint(
      "POST",
      `${path}/:id`,
      z.strictObject(fields),
      (world, { metadata: change, ...params }, { id }) =>
        saveUpdate(world, customers, id, "customer.updated", (before) => ({
          ...before,
          ...given(params),
          metadata: mergeMetadata(before.metadata, change),
        })),
    ),
    retrieveEndpoint(path, customers),
    listEndpoint(path, customers, { email: equal("email", text()) }),
    removeEndpoint(path, customers, (world, customer) => emit(world, "customer.deleted", customer)),
  ],
};
