import { accountResource } from "./account/accountResource.ts";
import type { Resource } from "./api/resource.ts";
import { invoicePaymentResource } from "./billing/invoices/invoicePaymentResource.ts";
import { invoiceResource } from "./billing/invoices/invoiceResource.ts";
import { subscriptionScheduleResource } from "./billing/schedules/subscriptionScheduleResource.ts";
import { subscriptionItemResource } from "./billing/subscriptions/subscriptionItemResource.ts";
import { subscriptionResource } from "./billing/subscriptions/subscriptionResource.ts";
import { priceResource } from "./catalogue/priceResource.ts";
import { productResource } from "./catalogue/productResource.ts";
import { taxRateResource } from "./catalogue/taxRateResource.ts";
import { chargeResource } from "./charges/chargeResource.ts";
import { paymentIntentResource } from "./charges/paymentIntentResource.ts";
import { refundResource } from "./charges/refundResource.ts";
import { sessionResource } from "./checkout/sessionResource.ts";
import { customerResource } from "./customers/customerResource.ts";
import { paymentMethodResource } from "./customers/paymentMethodResource.ts";
import { portalConfigurationResource } from "./customers/portalConfigurationResource.ts";
import { portalSessionResource } from "./customers/portalSessionResource.ts";
import { couponResource } from "./discounts/couponResource.ts";
import { promotionCodeResource } from "./discounts/promotionCodeResource.ts";
import { disputeResource } from "./disputes/disputeResource.ts";
import { earlyFraudWarningResource } from "./radar/earlyFraudWarningResource.ts";
import { reviewResource } from "./radar/reviewResource.ts";
import { testClockResource } from "./time/testClockResource.ts";
import { eventResource } from "./webhooks/eventResource.ts";
import { webhookEndpointResource } from "./webhooks/webhookEndpointResource.ts";

/** All resources of the API. A new resource needs a separate file and an entry here. */
export const allResources: readonly Resource[] = [
  accountResource,
  chargeResource,
  couponResource,
  customerResource,
  disputeResource,
  earlyFraudWarningResource,
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
  reviewResource,
  sessionResource,
  subscriptionItemResource,
  subscriptionScheduleResource,
  subscriptionResource,
  taxRateResource,
  testClockResource,
  webhookEndpointResource,
];
