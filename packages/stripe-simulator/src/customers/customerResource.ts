import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { removeEndpoint, retrieveEndpoint, saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { equal, listEndpoint, sublistEndpoint } from "../api/list.ts";
import { email, given, listOf, mergeMetadata, metadata, text, unsettable } from "../api/params.ts";
import { cancelSubscription } from "../billing/subscriptions/endSubscription.ts";
import { subscriptions } from "../billing/subscriptions/objects.ts";
import { cashBalanceOf, cashTransactions } from "../billing/transfers/cash.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject } from "../world.ts";
import { type Customer, customers, invoiceFields, NO_ADDRESS, newCustomer } from "./customer.ts";
import { addTaxId, taxIds } from "./taxId.ts";

const path = "/customers";

const line = text().optional();

const fields = z.strictObject({
  /** Missing lines become null. */
  address: unsettable(
    z
      .strictObject({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line })
      .transform((lines) => ({ ...NO_ADDRESS, ...given(lines) })),
  ),
  email: unsettable(email),
  invoice_settings: z.strictObject({ custom_fields: invoiceFields }).transform(given).optional(),
  metadata,
  name: unsettable(text()),
  phone: unsettable(text()),
});

const createParams = fields.extend({
  tax_id_data: listOf(z.strictObject({ type: text(), value: text() })).optional(),
});

type Fields = z.output<typeof fields>;

function changed(
  before: Customer,
  { metadata: change, invoice_settings: settings, ...params }: Fields,
): Customer {
  return {
    ...before,
    ...given(params),
    invoice_settings: { ...before.invoice_settings, ...settings },
    metadata: mergeMetadata(before.metadata, change),
  };
}

export const customerResource: Resource = {
  kinds: [customers, taxIds, cashTransactions],
  endpoints: [
    endpoint("POST", path, createParams, (world, { tax_id_data: taxIds = [], ...params }) => {
      const customer = world.store.put(customers, changed(newCustomer(world.now(), {}), params));
      emit(world, "customer.created", customer);
      for (const each of taxIds) addTaxId(world, each, customer.id);
      return customer;
    }),
    endpoint("POST", `${path}/:id`, fields, (world, params, { id }) =>
      saveUpdate(world, customers, id, "customer.updated", (before) => changed(before, params)),
    ),
    retrieveEndpoint(path, customers),
    listEndpoint(path, customers, { email: equal("email", text()) }),
    removeEndpoint(path, customers, (world, customer) => {
      // Whatever is left in it (the description of `available` in the type CashBalance).
      if (customer.simulator_cash) throw badRequest("You cannot delete a customer with any cash balances.");
      for (const { id } of world.store.all(subscriptions).filter((each) => each.customer === customer.id)) {
        cancelSubscription(world, id);
      }
      emit(world, "customer.deleted", customer);
    }),
    sublistEndpoint(`${path}/:id/tax_ids`, taxIds, (world, id) =>
      world.store.all(taxIds).filter((each) => each.customer === id),
    ),
    removeEndpoint(`${path}/:customer/tax_ids`, taxIds, (world, taxId) =>
      emit(world, "customer.tax_id.deleted", taxId),
    ),
    endpoint("GET", `${path}/:id/cash_balance`, z.strictObject({}), (world, _params, { id }) =>
      cashBalanceOf(requireObject(world, customers, id)),
    ),
    sublistEndpoint(`${path}/:id/cash_balance_transactions`, cashTransactions, (world, id) =>
      world.store.all(cashTransactions).filter((each) => each.customer === id),
    ),
  ],
};
