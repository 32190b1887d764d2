import { z } from "zod";
import { removeEndpoint, retrieveEndpoint } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { sublistEndpoint } from "../api/list.ts";
import { oneOf, text } from "../api/params.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { customers } from "./customer.ts";
import { addTaxId, listOnCustomer, type TaxId, taxIds } from "./taxId.ts";

const params = z.strictObject({ type: text(), value: text() });
const owner = z.strictObject({ type: oneOf("customer", "self"), customer: text().optional() }).optional();

function remove(world: World, taxId: TaxId): void {
  world.store.remove(taxIds, taxId.id);
  listOnCustomer(world, taxId);
  if (taxId.customer) emit(world, "customer.tax_id.deleted", taxId);
}

/** Tax IDs of customers, and those of the account, which its invoices may show. */
export const taxIdResource: Resource = {
  kinds: [taxIds],
  endpoints: [
    endpoint("POST", "/customers/:id/tax_ids", params, (world, given, { id }) =>
      addTaxId(world, given, requireObject(world, customers, id).id),
    ),
    sublistEndpoint("/customers/:id/tax_ids", taxIds, (world, id) =>
      world.store.all(taxIds).filter((each) => each.customer === id),
    ),
    retrieveEndpoint("/customers/:customer/tax_ids", taxIds),
    removeEndpoint("/customers/:customer/tax_ids", taxIds, remove),
    endpoint("POST", "/tax_ids", params.extend({ owner }), (world, given) => {
      const { owner: of } = given;
      const id = of?.type === "customer" ? (of.customer ?? "") : null;
      if (id !== null) requireObject(world, customers, id, "owner[customer]");
      return addTaxId(world, given, id);
    }),
    sublistEndpoint("/tax_ids", taxIds, (world) =>
      world.store.all(taxIds).filter((each) => each.customer === null),
    ),
    retrieveEndpoint("/tax_ids", taxIds),
    removeEndpoint("/tax_ids", taxIds, remove),
  ],
};
