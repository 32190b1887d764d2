import { type Context, Hono } from "hono";
import { creditNotes } from "../../billing/creditNotes/objects.ts";
import { type Invoice, invoices } from "../../billing/invoices/objects.ts";
import { payByCard } from "../../billing/invoices/payByCard.ts";
import { receiveTransfer } from "../../billing/transfers/cash.ts";
import { runDue } from "../../time/runDue.ts";
import type { World } from "../../world.ts";
import { type FormView, nothingTyped, readCardForm } from "../checkout/payForm.ts";
import { pageHeaders } from "../layout.ts";
import { messagePage } from "../messagePages.ts";
import { readForm } from "../readForm.ts";
import { creditNotePdf, invoicePdf } from "./documents.ts";
import { invoicePage } from "./invoicePage.ts";

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
    route(async (c, then, invoice) => pdfResponse(c, invoice.number, await invoicePdf(then, invoice))),
  );
  app.post("/:id/transfer", route(transfer));
  return app;
}

/** `/credit-note/:id/pdf`. */
export function creditNoteRoutes(world: World): Hono {
  const app = new Hono();
  app.get("/:id/pdf", async (c) => {
    const note = world.store.get(creditNotes, c.req.param("id"));
    return note ? pdfResponse(c, note.number, await creditNotePdf(world, note)) : c.text("Not found", 404);
  });
  return app;
}

function pdfResponse(c: Context, number: string | null | undefined, pdf: Uint8Array<ArrayBuffer>): Response {
  const headers = {
    "Content-Type": "application/pdf",
    "Content-Disposition": `inline; filename="${number}.pdf"`,
  };
  return c.body(pdf, 200, { ...pageHeaders(), ...headers });
}

/** Receives what the buyer's bank sends, in pounds. */
function transfer(c: Context, world: World, invoice: Invoice, form: Form): Response | Promise<Response> {
  const [, pounds, pence = "00"] = /^£?(\d{1,7})(?:\.(\d\d))?$/.exec(form.amount?.trim() ?? "") ?? [];
  const amount = Number(`${pounds}${pence}`);
  if (!pounds || amount === 0) {
    return show(c, world, invoice, 422, { ...NOTHING_WRONG, failure: "Enter an amount such as 60.00." });
  }
  const { currency, customer, number } = invoice;
  world.store.atomically(() =>
    receiveTransfer(world, customer, { amount, currency, reference: number ?? null }),
  );
  return c.redirect(`/invoice/${invoice.id}`, 303);
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
