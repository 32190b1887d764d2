import { z } from "zod";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { sublistEndpoint } from "../../api/list.ts";
import { customers } from "../../customers/customer.ts";
import { requireObject } from "../../world.ts";
import { cashBalanceOf, cashTransactions } from "./cash.ts";

/** What bank transfers leave behind, only read here. */
export const cashResource: Resource = {
  kinds: [cashTransactions],
  endpoints: [
    endpoint("GET", "/customers/:id/cash_balance", z.strictObject({}), (world, _params, { id }) =>
      cashBalanceOf(requireObject(world, customers, id)),
    ),
    sublistEndpoint("/customers/:id/cash_balance_transactions", cashTransactions, (world, id) =>
      world.store.all(cashTransactions).filter((each) => each.customer === id),
    ),
  ],
};
