import { type Context, Hono } from "hono";
import { type Invoice, invoices } from "../../billing/invoices/objects.ts";
import { payByCard } from "../../billing/invoices/payByCard.ts";
import { runDue } from "../../time/runDue.ts";
import type { World } from "../../world.ts";
import { type FormView, nothingTyped, readCardForm } from "../checkout/payForm.ts";
import { pageHeaders } from "../layout.ts";
import { messagePage } from "../messagePages.ts";
import { readForm } from "../readForm.ts";
import { invoicePage, invoiceText } from "./invoicePage.ts";

const NOTHING_WRONG: FormView = { typed: nothingTyped, failure: null };

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

function show(c: Context, world: World, invoice: Invoice, status: 200 | 402 | 422, view: FormView) {
  return c.html(invoicePage(world.store, invoice, world.siteName, view), status, pageHeaders());
}

function pay(c: Context, world: World, invoice: Invoice, form: Form): Response | Promise<Response> {
  const here = `/invoice/${invoice.id}`;
  if (invoice.status !== "open") return c.redirect(here, 303);
  const read = readCardForm(form, invoice.customer_email ?? "");
  if ("failure" in read) return show(c, world, invoice, 422, read);
  const outcome = world.store.atomically(() => payByCard(world, invoice, read.card, read.buyer));
  switch (outcome.result) {
    case "paid":
      return c.redirect(here, 303);
    case "declined":
      return show(c, world, invoice, 402, { typed: read.typed, failure: outcome.message });
  }
}
