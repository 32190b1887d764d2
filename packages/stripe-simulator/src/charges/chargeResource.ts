import { z } from "zod";
import { retrieveEndpoint } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { equal, listEndpoint } from "../api/list.ts";
import { email, integer, mergeMetadata, metadata, oneOf, text } from "../api/params.ts";
import { createRefund, returnCash } from "./createRefund.ts";
import { disputes } from "./dispute.ts";
import { charges, paymentIntents, paymentMethods, refunds } from "./objects.ts";

const refundParams = z.strictObject({
  amount: integer({ min: 1 }).optional(),
  charge: text().optional(),
  currency: oneOf("gbp").optional(),
  customer: text().optional(),
  /** Where Stripe asks for a bank account that it does not know. Nothing is sent here. */
  instructions_email: email.optional(),
  origin: oneOf("customer_balance").optional(),
  metadata,
  payment_intent: text().optional(),
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
});

/** What payments leave behind. All but refunds is created on the hosted pages, by renewals
 * and with the controls of the simulator, and only read here. */
export const chargeResource: Resource = {
  kinds: [charges, disputes, paymentIntents, paymentMethods, refunds],
  endpoints: [
    retrieveEndpoint("/charges", charges),
    listEndpoint("/charges", charges, {
      customer: equal("customer", text()),
      payment_intent: equal("payment_intent", text()),
    }),
    retrieveEndpoint("/disputes", disputes),
    listEndpoint("/disputes", disputes, {
      charge: equal("charge", text()),
      payment_intent: equal("payment_intent", text()),
    }),
    retrieveEndpoint("/payment_intents", paymentIntents),
    listEndpoint("/payment_intents", paymentIntents),
    endpoint("POST", "/refunds", refundParams, (world, { metadata: initial, origin, ...params }) => {
      const create = origin ? returnCash : createRefund;
      return create(world, { ...params, metadata: mergeMetadata({}, initial) });
    }),
    listEndpoint("/refunds", refunds, { payment_intent: equal("payment_intent", text()) }),
  ],
};
