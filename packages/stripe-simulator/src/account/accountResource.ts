import { z } from "zod";
import { endpoint } from "../api/endpoint.ts";
import type { Resource } from "../api/resource.ts";

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

export const accountResource: Resource = {
  kinds: [],
  endpoints: [endpoint("GET", "/account", z.strictObject({}), () => ACCOUNT)],
};
