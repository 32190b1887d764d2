import Stripe from "stripe";
import { z } from "zod";
import { readBytes } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { processOnce } from "../_shared/payments/events/eventLedger.ts";
import { eventSchema } from "../_shared/payments/events/eventSchema.ts";
import { handleEvent } from "../_shared/payments/events/handleEvent.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

/** Larger than any event that the provider sends. */
const MAX_EVENT_BYTES = 1024 * 1024;
/** The provider's own limit on the age of a signature, to prevent replays. Signatures from the future have the same limit. */
const TOLERANCE_SECONDS = 300;

const cryptoProvider = Stripe.createSubtleCryptoProvider();

/**
 * POST, for the payment provider: receives a signed event. Any 2xx ends its delivery; after a failure the provider
 * sends it again.
 */
export default serveFunction({ name: "stripe-webhook", method: "POST", rateLimit: null }, async (call) => {
  const event = await readEvent(call);
  const outcome = await processOnce(call.admin, event, () => handleEvent(call, event));
  call.log.info("event", { event_id: event.id, type: event.type, outcome });
  return { received: true };
});

/** The form of the header (`t=…,v1=…`). For any other form the library throws different errors. */
const SIGNATURE = /^t=(?<seconds>\d+)(,v\d=[0-9a-f]+)+$/;

async function readEvent(call: Call): Promise<Stripe.Event> {
  const tooLarge = new Refusal(413, "bad_request", "The event is too large.");
  const bytes = await readBytes(call.request, MAX_EVENT_BYTES, tooLarge);
  const signature = call.request.headers.get("stripe-signature") ?? "";
  const mismatch = new Refusal(400, "signature_invalid", "The signature does not match.");
  const seconds = Number(SIGNATURE.exec(signature)?.groups?.seconds ?? Number.NaN);
  // The library rejects only old timestamps. A signature with a future timestamp would stay valid for correspondingly
  // longer.
  if (!(seconds <= Date.now() / 1000 + TOLERANCE_SECONDS)) throw mismatch;
  const text = new TextDecoder().decode(bytes);
  const { signature: check } = stripeClient(call.env).webhooks;
  if (!check) throw new Error("the provider's library cannot check signatures here");
  try {
    const { STRIPE_WEBHOOK_SECRET: secret } = call.env;
    await check.verifyHeaderAsync(text, signature, secret, TOLERANCE_SECONDS, cryptoProvider);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    throw mismatch;
  }
  return parseEvent(text);
}

function parseEvent(text: string): Stripe.Event {
  try {
    const event: unknown = JSON.parse(text);
    eventSchema.parse(event);
    // The schema has checked what we read; the provider's type describes the rest.
    return event as Stripe.Event;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new Refusal(400, "bad_request", "The event is not valid.");
  }
}
