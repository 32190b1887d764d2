import { type Context, Hono } from "hono";
import { z } from "zod";
import { type Invoice, invoices } from "../../billing/invoices/objects.ts";
import { finishInvoicePayment, payByCard, waitingInvoicePayment } from "../../billing/invoices/payByCard.ts";
import { runDue } from "../../time/runDue.ts";
import type { World } from "../../world.ts";
import { nothingTyped, readCardForm } from "../checkout/payForm.ts";
import { pageHeaders } from "../layout.ts";
import { authenticatePage, messagePage } from "../messagePages.ts";
import { readForm } from "../readForm.ts";
import { type InvoiceView, invoicePage, invoiceText } from "./invoicePage.ts";

const MS_PER_SECOND = 1000;
const NOTHING_WRONG: InvoiceView = { typed: nothingTyped, errors: {}, failure: null };
const choice = z.object({ result: z.enum(["complete", "fail"]) });

type Form = { [name: string]: string };
type Handle = (c: Context, world: World, invoice: Invoice, form: Form) => Response | Promise<Response>;

/** `/invoice/:id`: shows an invoice and takes its payment. As with Stripe, anyone with its id can open it. */
export function invoiceRoutes(world: World): Hono {
  const app = new Hono();
  const route = (handle: Handle) => (c: Context) => withInvoice(c, world, handle);
  app.get(
    "/:id",
    route((c, _world, invoice) => show(c, world, invoice, 200, NOTHING_WRONG)),
  );
  app.post("/:id", route(pay));
  app.get(
    "/:id/pdf",
    route((c, then, invoice) => c.text(invoiceText(then.store, invoice, then.siteName), 200, pageHeaders())),
  );
  app.get("/:id/authenticate", route(authenticate));
  app.post("/:id/authenticate", route(finish));
  return app;
}

async function withInvoice(c: Context, world: World, handle: Handle): Promise<Response> {
  const form = await readForm(c);
  if (!form) return c.text("The form is too large.", 413);
  runDue(world);
  const invoice = world.store.get(invoices, c.req.param("id") ?? "");
  if (!invoice || invoice.status === "draft") {
    const page = messagePage("No such invoice", "There is no invoice at this address.");
    return c.html(page, 404, pageHeaders());
  }
  const response = await handle(c, world, invoice, form);
  await world.store.flush();
  return response;
}

function show(c: Context, world: World, invoice: Invoice, status: 200 | 402 | 422, view: InvoiceView) {
  return c.html(invoicePage(world.store, invoice, world.siteName, view), status, pageHeaders());
}

function pay(c: Context, world: World, invoice: Invoice, form: Form): Response | Promise<Response> {
  const here = `/invoice/${invoice.id}`;
  if (invoice.status !== "open" && invoice.status !== "uncollectible") return c.redirect(here, 303);
  const read = readCardForm(form, new Date(world.now() * MS_PER_SECOND), invoice.customer_email ?? "");
  if ("errors" in read) return show(c, world, invoice, 422, { ...read, failure: null });
  const outcome = world.store.atomically(() => payByCard(world, invoice, read.card, read.buyer));
  switch (outcome.result) {
    case "paid":
      return c.redirect(here, 303);
    case "authenticate":
      return c.redirect(`${here}/authenticate`, 303);
    case "declined":
      return show(c, world, invoice, 402, { typed: read.typed, errors: {}, failure: outcome.message });
  }
}

function authenticate(c: Context, world: World, invoice: Invoice): Response | Promise<Response> {
  const waiting = waitingInvoicePayment(world, invoice);
  if (!waiting) return c.redirect(`/invoice/${invoice.id}`, 303);
  const asked = {
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    last4: waiting.method.card?.last4 ?? "",
    action: `/invoice/${invoice.id}/authenticate`,
  };
  return c.html(authenticatePage(asked, world.siteName), 200, pageHeaders());
}

function finish(c: Context, world: World, invoice: Invoice, form: Form): Response {
  const waiting = waitingInvoicePayment(world, invoice);
  const chosen = choice.safeParse(form);
  if (waiting && chosen.success) {
    const passed = chosen.data.result === "complete";
    world.store.atomically(() => finishInvoicePayment(world, invoice, waiting, passed));
  }
  return c.redirect(`/invoice/${invoice.id}`, 303);
}
