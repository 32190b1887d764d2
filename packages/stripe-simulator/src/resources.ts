import { sessionResource } from "./checkout/sessionResource.ts";
import { chargeResource } from "./resources/charges.ts";
import { couponResource } from "./resources/coupons.ts";
import { customerResource } from "./resources/customers.ts";
import { disputeResource } from "./resources/disputes.ts";
import { eventResource } from "./resources/events.ts";
import { invoicePaymentResource } from "./resources/invoicePayments.ts";
import { invoiceResource } from "./resources/invoices.ts";
import { paymentIntentResource } from "./resources/paymentIntents.ts";
import { paymentMethodResource } from "./resources/paymentMethods.ts";
import { portalConfigurationResource } from "./resources/portalConfigurations.ts";
import { portalSessionResource } from "./resources/portalSessions.ts";
import { priceResource } from "./resources/prices.ts";
import { productResource } from "./resources/products.ts";
import { promotionCodeResource } from "./resources/promotionCodes.ts";
import { refundResource } from "./resources/refunds.ts";
import type { Resource } from "./resources/resource.ts";
import { subscriptionItemResource } from "./resources/subscriptionItems.ts";
import { subscriptionScheduleResource } from "./resources/subscriptionSchedules.ts";
import { subscriptionResource } from "./resources/subscriptions.ts";
import { taxRateResource } from "./resources/taxRates.ts";
import { testClockResource } from "./resources/testClocks.ts";
import { webhookEndpointResource } from "./resources/webhookEndpoints.ts";

/** Everything the API has. A new resource is a file of its own and a line here. */
export const allResources: readonly Resource[] = [
  chargeResource,
  couponResource,
  customerResource,
  disputeResource,
  eventResource,
  invoicePaymentResource,
  invoiceResource,
  paymentIntentResource,
  paymentMethodResource,
  portalConfigurationResource,
  portalSessionResource,
  priceResource,
  productResource,
  promotionCodeResource,
  refundResource,
  sessionResource,
  subscriptionItemResource,
  subscriptionScheduleResource,
  subscriptionResource,
  taxRateResource,
  testClockResource,
  webhookEndpointResource,
];
