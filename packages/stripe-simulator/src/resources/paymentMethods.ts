import { equal } from "../api/filter.ts";
import { listEndpoint } from "../api/list.ts";
import { text } from "../api/params.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { paymentMethods } from "../objects/paymentMethod.ts";
import type { Resource } from "./resource.ts";

const path = "/payment_methods";

/** Cards that were used on the payment page. */
export const paymentMethodResource: Resource = {
  kinds: [paymentMethods],
  endpoints: [
    retrieveEndpoint(path, paymentMethods),
    listEndpoint(path, paymentMethods, { customer: equal("customer", text()), type: equal("type", text()) }),
  ],
};
