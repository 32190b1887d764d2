import { sessionResource } from "./checkout/sessionResource.ts";
import { chargeResource } from "./resources/charges.ts";
import { customerResource } from "./resources/customers.ts";
import { eventResource } from "./resources/events.ts";
import { paymentIntentResource } from "./resources/paymentIntents.ts";
import { paymentMethodResource } from "./resources/paymentMethods.ts";
import { priceResource } from "./resources/prices.ts";
import { productResource } from "./resources/products.ts";
import type { Resource } from "./resources/resource.ts";
import { taxRateResource } from "./resources/taxRates.ts";
import { webhookEndpointResource } from "./resources/webhookEndpoints.ts";

/** Everything the API has. A new resource is a file of its own and a line here. */
export const allResources: readonly Resource[] = [
  chargeResource,
  customerResource,
  eventResource,
  paymentIntentResource,
  paymentMethodResource,
  priceResource,
  productResource,
  sessionResource,
  taxRateResource,
  webhookEndpointResource,
];
