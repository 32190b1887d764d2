import { saveUpdate } from "../api/crud.ts";
import { given } from "../api/params.ts";
import { type Customer, customers, newCustomer } from "../customers/customer.ts";
import { addTaxId, taxIdsOf } from "../customers/taxId.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type Buyer, type CheckoutSession, sessions } from "./objects.ts";
import { redeemDiscount } from "./sessionDiscount.ts";

export function billingDetails({ address, email, name }: Buyer) {
  return { address, email, name, phone: null, tax_id: null };
}

/** A business's name takes the place of the buyer's own (docs.stripe.com/tax/checkout/tax-ids). */
function nameOf({ businessName, individualName, name }: Buyer): string | null {
  return businessName ?? individualName ?? name;
}

/**
 * Returns the session's customer with what the buyer typed: the one it was created for, a new one if it asks for one or
 * needs one, or null for a guest. A free order needs one (docs.stripe.com/payments/checkout/no-cost-orders).
 */
export function customerFor(world: World, session: CheckoutSession, buyer: Buyer): string | null {
  const names = {
    ...(buyer.businessName ? { business_name: buyer.businessName } : {}),
    ...(buyer.individualName ? { individual_name: buyer.individualName } : {}),
  };
  const { address, email } = buyer;
  if (session.customer) {
    const may = session.simulator_update;
    saveUpdate(
      world,
      customers,
      session.customer,
      "customer.updated",
      (before): Customer => ({
        ...before,
        email: before.email ?? email,
        ...(may.name ? { name: nameOf(buyer) ?? before.name ?? null, ...names } : {}),
        ...(may.address && address.country ? { address } : {}),
      }),
    );
    return keepTaxId(world, session.customer, buyer);
  }
  const isNeeded = session.invoice_creation?.enabled || session.amount_total === 0;
  if (session.customer_creation !== "always" && !isNeeded) return null;
  const customer = newCustomer(world.now(), { address, email, name: nameOf(buyer), ...given(names) });
  emit(world, "customer.created", world.store.put(customers, customer));
  return keepTaxId(world, customer.id, buyer);
}

function keepTaxId(world: World, customer: string, { taxId }: Buyer): string {
  const isKnown = taxIdsOf(world, customer).some((each) => each.value === taxId?.value);
  if (taxId && !isKnown) addTaxId(world, taxId, customer);
  return customer;
}

/** Marks the session as complete, paid or free of charge, and emits the event. */
export function completeSession(
  world: World,
  session: CheckoutSession,
  buyer: Buyer,
  customer: string | null,
): CheckoutSession {
  const { address, email, businessName: business_name, individualName: individual_name, taxId } = buyer;
  const complete = world.store.put(sessions, {
    ...session,
    collected_information: { business_name, individual_name, shipping_details: null },
    custom_fields: session.custom_fields.map((field) => ({
      ...field,
      text: { ...field.text, value: buyer.customFields[field.key] ?? null },
    })),
    customer,
    customer_details: {
      address,
      business_name,
      email,
      individual_name,
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
