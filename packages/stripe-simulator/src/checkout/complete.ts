import { customers, NO_ADDRESS, newCustomer } from "../customers/customer.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type CheckoutSession, sessions } from "./objects.ts";
import { redeemDiscount } from "./sessionDiscount.ts";

/** What the buyer typed on the payment page; null where the page did not ask. */
export type Buyer = {
  email: string;
  name: string | null;
  postalCode: string | null;
};

/** Buyers are asked for a postcode but not for a country, because the site sells in the United Kingdom. */
const COUNTRY = "GB";

export function billingDetails(buyer: Buyer) {
  return {
    address: {
      ...NO_ADDRESS,
      ...(buyer.postalCode ? { country: COUNTRY, postal_code: buyer.postalCode } : {}),
    },
    email: buyer.email,
    name: buyer.name,
    phone: null,
    tax_id: null,
  };
}

/** Returns the session's customer: the one it was created for, a new one if it asks for one, or null for a guest. */
export function customerFor(world: World, session: CheckoutSession, buyer: Buyer): string | null {
  if (session.customer || session.customer_creation !== "always") return session.customer;
  const { address, email, name } = billingDetails(buyer);
  const customer = newCustomer(world.now(), { address, email, name });
  emit(world, "customer.created", world.store.put(customers, customer));
  return customer.id;
}

/** Marks the session as complete, paid or free of charge, and emits the event. */
export function completeSession(
  world: World,
  session: CheckoutSession,
  buyer: Buyer,
  customer: string | null,
): CheckoutSession {
  const { address, email, name } = billingDetails(buyer);
  const complete = world.store.put(sessions, {
    ...session,
    customer,
    customer_details: {
      address,
      business_name: null,
      email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
    status: "complete",
    url: null,
  });
  redeemDiscount(world, complete);
  emit(world, "checkout.session.completed", complete);
  return complete;
}
