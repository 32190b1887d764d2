import { z } from "zod";
import { removeEndpoint, retrieveEndpoint, saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { equal, listEndpoint } from "../api/list.ts";
import { email, given, mergeMetadata, metadata, text, unsettable } from "../api/params.ts";
import { cancelSubscription } from "../billing/subscriptions/endSubscription.ts";
import { subscriptions } from "../billing/subscriptions/objects.ts";
import { emit } from "../webhooks/emit.ts";
import { customers, NO_ADDRESS, newCustomer } from "./customer.ts";

const path = "/customers";

const line = text().optional();

const fields = z.strictObject({
  /** Missing lines become null. */
  address: unsettable(
    z
      .strictObject({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line })
      .transform((lines) => ({ ...NO_ADDRESS, ...given(lines) })),
  ),
  description: unsettable(text()),
  email: unsettable(email),
  metadata,
  name: unsettable(text()),
  phone: unsettable(text()),
});

export const customerResource: Resource = {
  kinds: [customers],
  endpoints: [
    endpoint("POST", path, fields, (world, { metadata: initial, ...params }) => {
      const customer = newCustomer(world.now(), { ...given(params), metadata: mergeMetadata({}, initial) });
      emit(world, "customer.created", world.store.put(customers, customer));
      return customer;
    }),
    endpoint("POST", `${path}/:id`, fields, (world, { metadata: change, ...params }, { id }) =>
      saveUpdate(world, customers, id, "customer.updated", (before) => ({
        ...before,
        ...given(params),
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
