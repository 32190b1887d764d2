import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { text } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { paymentMethods } from "./paymentMethod.ts";

const path = "/payment_methods";

/** Cards that were used on the payment page. */
export const paymentMethodResource: Resource = {
  kinds: [paymentMethods],
  endpoints: [
    retrieveEndpoint(path, paymentMethods),
    listEndpoint(path, paymentMethods, { customer: equal("customer", text()), type: equal("type", text()) }),
  ],
};
