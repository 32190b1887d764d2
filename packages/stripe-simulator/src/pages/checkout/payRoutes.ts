import { type Context, Hono } from "hono";
import { z } from "zod";
import { intentOf } from "../../charges/intent.ts";
import { finishAuthentication, paySession, waitingPayment } from "../../charges/pay.ts";
import { AUTHENTICATION_FAILED } from "../../charges/settle.ts";
import { type Buyer, type CheckoutSession, sessions } from "../../checkout/objects.ts";
import { lostDiscount } from "../../checkout/sessionDiscount.ts";
import { runDue } from "../../time/runDue.ts";
import type { World } from "../../world.ts";
import { pageHeaders } from "../layout.ts";
import { authenticatePage, messagePage } from "../messagePages.ts";
import { readForm } from "../readForm.ts";
import { CUSTOM, type FormView, nothingTyped, readPayForm } from "./payForm.ts";
import { payPage } from "./payPage.ts";

const choice = z.object({ result: z.enum(["complete", "fail"]) });

/** `/pay/:id`: the hosted payment page, and the bank's page behind it. */
export function payRoutes(world: World): Hono {
  const app = new Hono();
  app.get("/:id", (c) =>
    withOpenSession(c, world, (session) => show(c, world, session, 200, startOf(world, session))),
  );
  app.post("/:id", (c) => withOpenSession(c, world, (session, body) => pay(c, world, session, body)));
  app.get("/:id/authenticate", (c) =>
    withOpenSession(c, world, (session) => authenticate(c, world, session)),
  );
  app.post("/:id/authenticate", (c) =>
    withOpenSession(c, world, (session, body) => finish(c, world, session, body)),
  );
  return app;
}

/**
 * Reads the body before the session, so that nothing else can run between the check of the session and the end of
 * `handle`.
 */
async function withOpenSession(
  c: Context,
  world: World,
  handle: (session: CheckoutSession, body: unknown) => Response | Promise<Response>,
): Promise<Response> {
  const body = await readForm(c);
  if (!body) return c.text("The form is too large.", 413);
  runDue(world);
  const session = world.store.get(sessions, c.req.param("id") ?? "");
  const response = await answer(session);
  await world.store.flush();
  return response;

  function answer(found: CheckoutSession | undefined): Response | Promise<Response> {
    if (!found) {
      const page = messagePage(
        "No such payment page",
        "There is no payment at this address. Go back to the shop and try again.",
      );
      return c.html(page, 404, pageHeaders());
    }
    switch (found.status) {
      case "open":
        return handle(found, body);
      case "complete":
        return toSuccess(c, found);
      case "expired": {
        const back = found.cancel_url
          ? { href: found.cancel_url, label: `Back to ${world.siteName}` }
          : undefined;
        const text = "This payment page has expired and nothing was charged. Go back to start again.";
        return c.html(messagePage("This page has expired", text, back), 410, pageHeaders());
      }
    }
  }
}

function toSuccess(c: Context, session: CheckoutSession): Response {
  return c.redirect((session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id), 303);
}

function show(c: Context, world: World, session: CheckoutSession, status: 200 | 402 | 422, view: FormView) {
  const targets = session.success_url ? [session.success_url] : [];
  return c.html(payPage(session, world.siteName, view), status, pageHeaders(targets));
}

/**
 * The state of a newly opened page: why the session cannot be paid now, or that authentication failed, and what was
 * typed.
 */
function startOf(world: World, session: CheckoutSession): FormView {
  const intent = intentOf(world, session);
  const error = intent?.last_payment_error;
  const details = error?.payment_method?.billing_details;
  const typed = {
    ...nothingTyped,
    email: details?.email ?? "",
    billingName: details?.name ?? "",
    billingPostalCode: details?.address?.postal_code ?? "",
    ...(session.simulator_buyer && typedBefore(session.simulator_buyer)),
  };
  const notAuthenticated = error?.code === AUTHENTICATION_FAILED.code ? AUTHENTICATION_FAILED.message : null;
  return { typed, failure: lostDiscount(world, session) ?? notAuthenticated };
}

/** What a buyer who failed to authenticate need not type again. */
function typedBefore({ address, customFields, ...buyer }: Buyer) {
  return {
    billingCountry: address.country ?? "",
    billingAddressLine1: address.line1 ?? "",
    billingAddressLine2: address.line2 ?? "",
    billingLocality: address.city ?? "",
    billingAdministrativeArea: address.state ?? "",
    isBusiness: buyer.taxId ? "yes" : "",
    businessName: buyer.businessName ?? "",
    taxId: buyer.taxId?.value ?? "",
    ...Object.fromEntries(Object.entries(customFields).map(([key, value]) => [CUSTOM + key, value])),
  };
}

function pay(
  c: Context,
  world: World,
  session: CheckoutSession,
  body: unknown,
): Response | Promise<Response> {
  const read = readPayForm(session, body);
  if ("failure" in read) return show(c, world, session, 422, read);
  const outcome = world.store.atomically(() => paySession(world, session, read.card, read.buyer));
  switch (outcome.result) {
    case "complete":
      return toSuccess(c, session);
    case "authenticate":
      return c.redirect(`/pay/${session.id}/authenticate`, 303);
    case "declined":
      return show(c, world, session, 402, { typed: read.typed, failure: outcome.message });
  }
}

function authenticate(c: Context, world: World, session: CheckoutSession): Response | Promise<Response> {
  const payment = waitingPayment(world, session);
  if (!payment) return c.redirect(`/pay/${session.id}`, 303);
  const targets = session.success_url ? [session.success_url] : [];
  return c.html(
    authenticatePage(
      {
        amount: session.amount_total,
        currency: session.currency,
        last4: payment.method.card?.last4 ?? "",
        action: `/pay/${session.id}/authenticate`,
      },
      world.siteName,
    ),
    200,
    pageHeaders(targets),
  );
}

function finish(c: Context, world: World, session: CheckoutSession, body: unknown): Response {
  const payment = waitingPayment(world, session);
  const chosen = choice.safeParse(body);
  if (!payment || !chosen.success) return c.redirect(`/pay/${session.id}`, 303);
  const passed = chosen.data.result === "complete";
  const paid = world.store.atomically(() => finishAuthentication(world, payment, passed));
  return paid ? toSuccess(c, session) : c.redirect(`/pay/${session.id}`, 303);
}
