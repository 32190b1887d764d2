import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { type SimulatorOptions, startStripeSimulator } from "../../src/index.ts";

export const SECRET_KEY = "sk_test_simulator_key_1234";
export const WEBHOOK_SECRET = "whsec_simulator_secret";
export const SUCCESS_URL = "http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}";

/** A running simulator and the unmodified package as its client; both are closed when the test ends. */
export async function startSimulator(options: Partial<SimulatorOptions> = {}, now?: () => number) {
  const simulator = await startStripeSimulator(
    {
      port: 0,
      host: "127.0.0.1",
      dataFile: null,
      secretKey: SECRET_KEY,
      webhook: null,
      siteName: "Test academy",
      ...options,
    },
    now,
  );
  onTestFinished(() => simulator.close());
  return { ...simulator, stripe: stripeFor(simulator.url) };
}

export function stripeFor(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false });
}

/** Creates a course for £50 plus 20 % VAT. */
async function makeCourse(stripe: Stripe, unitAmount = 5000) {
  const product = await stripe.products.create({ name: "AI Fluency in 30 Days" });
  const price = await stripe.prices.create({ product: product.id, currency: "gbp", unit_amount: unitAmount });
  const vat = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
  return { product, price, vat };
}

export async function makeSession(
  stripe: Stripe,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  unitAmount?: number,
): Promise<Stripe.Checkout.Session> {
  const { price, vat } = await makeCourse(stripe, unitAmount);
  return await stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: price.id, quantity: 1, tax_rates: [vat.id] }],
    success_url: SUCCESS_URL,
    cancel_url: "http://localhost:3000/academy/checkout/student",
    ...params,
  });
}

export const CARD = {
  email: "buyer@example.com",
  cardNumber: "4242 4242 4242 4242",
  cardExpiry: "12 / 40",
  cardCvc: "123",
  billingName: "Test Buyer",
  billingPostalCode: "N1 9GU",
};

/** Posts the payment form like a browser without scripts, and does not follow the redirect. */
export async function pay(pageUrl: string, typed: Partial<typeof CARD> & Record<string, string> = {}) {
  const reply = await fetch(pageUrl, {
    method: "POST",
    body: new URLSearchParams({ ...CARD, ...typed }),
    redirect: "manual",
  });
  return { status: reply.status, location: reply.headers.get("location"), html: await reply.text() };
}

export type Received = { body: string; signature: string; type: string; id: string };

/**
 * A real HTTP server in place of the site's webhook. `answer` returns the status for the nth request, counted from 1.
 */
export async function startReceiver(answer: (nth: number) => number = () => 200) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body = Buffer.concat(parts).toString("utf8");
    const event = JSON.parse(body);
    received.push({
      body,
      signature: String(request.headers["stripe-signature"]),
      type: event.type,
      id: event.id,
    });
    response.writeHead(answer(received.length)).end();
    for (const wake of waiting) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  onTestFinished(close);
  /** Resolves with the received events as soon as `done` is true for them. */
  const until = (done: (all: Received[]) => boolean): Promise<Received[]> =>
    new Promise((resolve) => {
      const check = () => {
        if (!done(received)) return;
        waiting.delete(check);
        resolve(received);
      };
      waiting.add(check);
      check();
    });
  return { received, until, url: `http://127.0.0.1:${port}/webhook` };
}

/** Sends a POST with JSON to one of the simulator's controls. */
export async function control(url: string, path: string, body: object = {}): Promise<Response> {
  return await fetch(`${url}/_sim${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
