import { z } from "zod";
import { endpoint, type Resource } from "./api/endpoint.ts";
import { creditNoteResource } from "./billing/creditNotes/creditNoteResource.ts";
import { invoiceItemResource } from "./billing/invoices/invoiceItemResource.ts";
import { invoiceResource } from "./billing/invoices/invoiceResource.ts";
import { subscriptionScheduleResource } from "./billing/schedules/scheduleResource.ts";
import { subscriptionResource } from "./billing/subscriptions/subscriptionResource.ts";
import { priceResource } from "./catalogue/priceResource.ts";
import { productResource } from "./catalogue/productResource.ts";
import { taxRateResource } from "./catalogue/taxRateResource.ts";
import { chargeResource } from "./charges/chargeResource.ts";
import { sessionResource } from "./checkout/sessionResource.ts";
import { customerResource } from "./customers/customerResource.ts";
import { portalResource } from "./customers/portalResource.ts";
import { couponResource } from "./discounts/couponResource.ts";
import { promotionCodeResource } from "./discounts/promotionCodeResource.ts";
import { eventResource, webhookEndpointResource } from "./webhooks/webhookResource.ts";

type Account = { id: string; object: "account" } & Record<string, unknown>;

/** The simulator has one account, which is complete: a test can buy and be paid at once. */
const ACCOUNT: Account = {
  id: "acct_simulator",
  object: "account",
  business_type: "company",
  charges_enabled: true,
  country: "GB",
  default_currency: "gbp",
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  type: "standard",
};

const accountResource: Resource = {
  kinds: [],
  endpoints: [endpoint("GET", "/account", z.strictObject({}), () => ACCOUNT)],
};

/** All resources of the API. A new resource needs a separate file and an entry here. */
export const allResources: readonly Resource[] = [
  accountResource,
  chargeResource,
  couponResource,
  creditNoteResource,
  customerResource,
  eventResource,
  invoiceItemResource,
  invoiceResource,
  portalResource,
  priceResource,
  productResource,
  promotionCodeResource,
  sessionResource,
  subscriptionScheduleResource,
  subscriptionResource,
  taxRateResource,
  webhookEndpointResource,
];
