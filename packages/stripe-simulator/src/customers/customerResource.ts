import { z } from "zod";
import { endpoint } from "../api/endpoint.ts";
import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { given } from "../api/params/given.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { email, notSimulated, text, unsettable } from "../api/params/params.ts";
import { removeEndpoint } from "../api/remove.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { cancelSubscription } from "../billing/subscriptions/endSubscription.ts";
import { subscriptions } from "../billing/subscriptions/subscription.ts";
import { testClocks } from "../time/testClock.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject } from "../world.ts";
import { NO_ADDRESS } from "./address.ts";
import { customers, newCustomer } from "./customer.ts";

const path = "/customers";

const line = text().optional();

/** An address parameter; missing fields become null. */
const address = unsettable(
  z
    .strictObject({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line })
    .transform((given) => ({
      ...NO_ADDRESS,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    })),
);

const settings = z
  .strictObject({
    default_payment_method: unsettable(text()),
    ...notSimulated("custom_fields", "footer", "rendering_options"),
  })
  .optional();

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
    "next_invoice_sequence",
    "payment_method",
    "preferred_locales",
    "source",
    "tax",
    "tax_exempt",
    "tax_id_data",
    "validate",
  ),
};

const createParams = z.strictObject({ ...fields, test_clock: text().optional() });
const updateParams = z.strictObject({ ...fields, invoice_settings: settings });

export const customerResource: Resource = {
  kinds: [customers],
  endpoints: [
    endpoint("POST", path, createParams, (world, { metadata: initial, ...params }) => {
      if (params.test_clock) requireObject(world, testClocks, params.test_clock, "test_clock");
      const customer = newCustomer(world.now(), { ...given(params), metadata: mergeMetadata({}, initial) });
      emit(world, "customer.created", world.store.put(customers, customer));
      return customer;
    }),
    endpoint(
      "POST",
      `${path}/:id`,
      updateParams,
      (world, { metadata: change, invoice_settings: chosen, ...params }, { id }) =>
        saveUpdate(world, customers, id, "customer.updated", (before) => ({
          ...before,
          ...given(params),
          invoice_settings: { ...before.invoice_settings, ...given(chosen ?? {}) },
          metadata: mergeMetadata(before.metadata, change),
        })),
    ),
    retrieveEndpoint(path, customers),
    listEndpoint(path, customers, { email: equal("email", text()) }),
    removeEndpoint(path, customers, (world, customer) => {
      for (const { id } of world.store.all(subscriptions).filter((each) => each.customer === customer.id)) {
        cancelSubscription(world, id);
      }
      emit(world, "customer.deleted", customer);
    }),
  ],
};
