import { customers, newCustomer } from "../customers/customer.ts";
import { addTaxId } from "../customers/taxId.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type Buyer, type CheckoutSession, sessions } from "./objects.ts";
import { redeemDiscount } from "./sessionDiscount.ts";

export function billingDetails({ address, email, name }: Buyer) {
  return { address, email, name, phone: null, tax_id: null };
}

/**
 * Returns a new customer with what the buyer typed if the session asks for one or needs one, or null for a guest. A free
 * order needs one (docs.stripe.com/payments/checkout/no-cost-orders).
 */
export function customerFor(world: World, session: CheckoutSession, buyer: Buyer): string | null {
  const isNeeded = session.invoice_creation?.enabled || session.amount_total === 0;
  if (session.customer_creation !== "always" && !isNeeded) return null;
  const { address, businessName: business_name, email, taxId } = buyer;
  const customer = newCustomer(world.now(), {
    address,
    email,
    name: nameOf(buyer),
    ...(business_name ? { business_name } : {}),
  });
  emit(world, "customer.created", world.store.put(customers, customer));
  if (taxId) addTaxId(world, taxId, customer.id);
  return customer.id;
}

/** A business's name takes the place of the buyer's own (docs.stripe.com/tax/checkout/tax-ids). */
function nameOf({ businessName, name }: Buyer): string | null {
  return businessName ?? name;
}

/** Marks the session as complete, paid or free of charge, and emits the event. */
export function completeSession(
  world: World,
  session: CheckoutSession,
  buyer: Buyer,
  customer: string | null,
): CheckoutSession {
  const { address, email, businessName: business_name, taxId } = buyer;
  const complete = world.store.put(sessions, {
    ...session,
    collected_information: { business_name, individual_name: null, shipping_details: null },
    custom_fields: session.custom_fields.map((field) => ({
      ...field,
      text: { ...field.text, value: buyer.customFields[field.key] ?? null },
    })),
    customer,
    customer_details: {
      address,
      business_name,
      email,
      individual_name: null,
      name: nameOf(buyer),
      phone: null,
      tax_exempt: "none",
      tax_ids: taxId ? [taxId] : [],
    },
    payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
    simulator_buyer: null,
    status: "complete",
    url: null,
  });
  redeemDiscount(world, complete);
  emit(world, "checkout.session.completed", complete);
  return complete;
}
