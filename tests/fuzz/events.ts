import fc from "fast-check";
import { HANDLED_EVENTS } from "../../functions/_shared/payments/events/handleEvent.ts";
import { nearly, oddBody, oddText } from "./oddInputs.ts";
import type { Part } from "./parts.ts";
import type { ShopWorld } from "./shopWorld.ts";

/** Valid objects for the provider's events, by type, about orders that exist and orders that do not. */
function objectsOf({ open, plan }: ShopWorld): Record<string, Record<string, unknown>> {
  const { intent: payment_intent, charge, subscription } = plan;
  return {
    "checkout.session": {
      id: open.sessionId,
      status: "complete",
      payment_status: "unpaid",
      amount_total: 1,
      currency: "gbp",
      metadata: { order_id: open.orderId },
      payment_intent: null,
      subscription: null,
    },
    invoice: { id: "in_1", parent: { subscription_details: { subscription } } },
    "customer.subscription": { id: subscription, metadata: {}, customer: "cus_1" },
    charge: { id: charge, amount_refunded: 0, payment_intent },
    refund: { id: "re_1", status: "succeeded", charge, failure_reason: null },
    review: { id: "prv_1", payment_intent, reason: "rule" },
    "radar.early_fraud_warning": { id: "issfr_1", payment_intent, fraud_type: "misc" },
    "charge.dispute": { id: "dp_1", status: "under_review", payment_intent },
  };
}

/** Malformed events with a valid signature, as from another API version or an attacker with the secret. */
export function signedEvents(world: ShopWorld): fc.Arbitrary<Part> {
  const objects = objectsOf(world);
  const event = fc.constantFrom(...HANDLED_EVENTS).chain((type) => {
    const kind = type.slice(0, type.lastIndexOf("."));
    const inner = nearly(objects[kind] ?? {});
    return fc.tuple(inner, fc.uuid()).chain(([object, id]) => {
      const good = { id: `evt_${id}`, object: "event", type, created: 1, data: { object } };
      return fc.oneof(
        { weight: 3, arbitrary: fc.constant<unknown>(good) },
        { weight: 1, arbitrary: nearly(good) },
      );
    });
  });
  const bodies = fc.oneof(
    { weight: 9, arbitrary: event.map((each) => Buffer.from(JSON.stringify(each))) },
    { weight: 1, arbitrary: oddBody },
  );
  return bodies.map((body) => ({ body, headers: { "stripe-signature": world.signatureOf(body) } }));
}

export const unsignedEvents: fc.Arbitrary<Part> = fc
  .tuple(
    oddBody,
    fc.oneof(
      fc.constantFrom(
        "t=1,v1=00",
        "t=99999999999999999999,v1=aa",
        "t=1",
        "v1=00",
        "t=,v1=",
        "t=1,v1=zz,v0=00",
      ),
      fc.nat().map((at) => `t=${at},v1=${"ab".repeat(32)}`),
      oddText.filter((text) => /^[\x20-\x7e]*$/.test(text)),
    ),
  )
  .map(([body, signature]) => ({ body, headers: { "stripe-signature": signature } }));
