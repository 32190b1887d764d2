import type { CreditNote } from "../../billing/creditNotes/objects.ts";
import { type Invoice, invoices } from "../../billing/invoices/objects.ts";
import { taxRates } from "../../catalogue/objects.ts";
import { discounts } from "../../discounts/objects.ts";
import { requireObject, type World } from "../../world.ts";
import { countries } from "../checkout/payForm.ts";
import { formatDate, formatMoney } from "../money.ts";
import { LEFT, newPaper, type Paper, RIGHT } from "./paper.ts";

/** The account's address, which Stripe takes from its public details. */
const SELLER = ["1 Example Street", "London EC1A 1BB", "United Kingdom"];

type Row = readonly [label: string, value: string];

/** Labels and amounts, from the subtotal to the amount still due. */
export function invoiceAmounts({ store }: Pick<World, "store">, invoice: Invoice): Row[] {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const credited = invoice.post_payment_credit_notes_amount;
  return [
    ["Subtotal", money(invoice.subtotal)],
    ...invoice.total_discount_amounts.map(
      ({ amount, discount }): Row => [
        store.get(discounts, discount)?.simulator_coupon.name ?? "Discount",
        `−${money(amount)}`,
      ],
    ),
    ["Total excluding tax", money(invoice.total_excluding_tax ?? invoice.subtotal)],
    ...taxRows({ store }, invoice.total_taxes ?? [], money),
    ["Total", money(invoice.total)],
    ...(credited > 0 ? [["Credited", `−${money(credited)}`] as const] : []),
    ...(invoice.amount_paid > 0 ? [["Amount paid", money(invoice.amount_paid)] as const] : []),
    ["Amount due", money(invoice.status === "void" ? 0 : invoice.amount_remaining)],
  ];
}

type Taxes = NonNullable<Invoice["total_taxes"]>;

function taxRows({ store }: Pick<World, "store">, taxes: Taxes, money: (amount: number) => string): Row[] {
  return taxes.map((tax) => {
    const rate = store.get(taxRates, tax.tax_rate_details?.tax_rate ?? "");
    const label = `${rate?.display_name ?? "Tax"} (${rate?.percentage ?? 0}% on ${money(tax.taxable_amount ?? 0)})`;
    return [label, money(tax.amount)];
  });
}

/** A full VAT invoice (VAT Regulations 1995, regulation 14). */
export async function invoicePdf(world: World, invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await newPaper(`Invoice ${invoice.number}`);
  const issued = formatDate(invoice.effective_at ?? invoice.created);
  const { paid_at: paidAt } = invoice.status_transitions;
  head(paper, "Invoice", [
    ["Invoice number", invoice.number ?? ""],
    ["Date of issue", issued],
    ["Tax point", issued],
    ...(invoice.due_date ? [["Date due", formatDate(invoice.due_date)] as const] : []),
    ...(invoice.custom_fields ?? []).map(({ name, value }): Row => [name, value]),
  ]);
  parties(paper, invoice);
  const stamp =
    invoice.status === "paid" && paidAt ? `PAID on ${formatDate(paidAt)}` : invoice.status.toUpperCase();
  paper.text(stamp, { bold: true, size: 14 });
  paper.down(2);
  lines(world, paper, invoice.lines.data, invoice.currency);
  totals(paper, invoiceAmounts(world, invoice));
  if (invoice.footer) paper.text(invoice.footer, {});
  return await paper.save();
}

export async function creditNotePdf(world: World, note: CreditNote): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await newPaper(`Credit note ${note.number}`);
  const invoice = requireObject(world, invoices, note.invoice);
  const money = (amount: number) => formatMoney(amount, note.currency);
  head(paper, "Credit note", [
    ["Credit note number", note.number],
    ["Invoice number", invoice.number ?? ""],
    ["Date of issue", formatDate(note.effective_at ?? note.created)],
    ...(note.reason ? [["Reason", note.reason.replaceAll("_", " ")] as const] : []),
  ]);
  parties(paper, invoice);
  lines(world, paper, note.lines.data, note.currency);
  totals(paper, [
    ["Total excluding tax", money(note.total_excluding_tax ?? note.subtotal)],
    ...taxRows(world, note.total_taxes ?? [], money),
    ["Total credited", money(note.total)],
  ]);
  return await paper.save();
}

const VALUES = LEFT + 130;

function head(paper: Paper, title: string, rows: readonly Row[]): void {
  paper.text(title, { bold: true, size: 20 });
  paper.down(2.5);
  for (const [label, value] of rows) {
    paper.text(label, { bold: true, width: VALUES - LEFT - 8 });
    paper.down(paper.text(value, { x: VALUES }));
  }
  paper.down();
}

/** The seller, and the buyer as the invoice shows it. */
function parties(paper: Paper, invoice: Invoice): void {
  const { customer_address: at, customer_tax_ids: bought } = invoice;
  const town = [at?.city, at?.state, at?.postal_code].filter(Boolean).join(", ");
  const buyer = [
    invoice.customer_name,
    at?.line1,
    at?.line2,
    town,
    at?.country && (countries.get(at.country) ?? at.country),
    invoice.customer_email,
    ...(bought ?? []).map(taxIdText),
  ];
  for (const [label, rows] of [
    ["From", [invoice.account_name, ...SELLER]],
    ["Bill to", buyer],
  ] as const) {
    paper.text(label, { bold: true });
    for (const row of rows.filter((each) => typeof each === "string" && each !== "")) {
      paper.down(paper.text(row ?? "", { x: VALUES }));
    }
    paper.down();
  }
}

/** "GB VAT GB123456789", as Stripe prints tax IDs. */
function taxIdText({ type, value }: { type: string; value: string | null }): string {
  return `${type.toUpperCase().replace("_", " ")} ${value ?? ""}`;
}

type Line =
  | Pick<Invoice["lines"]["data"][number], "amount" | "description" | "quantity" | "taxes">
  | CreditNote["lines"]["data"][number];

const COLUMNS = { quantity: 330, price: 400, rate: 450 };

function lines(world: World, paper: Paper, all: readonly Line[], currency: string): void {
  const row = (description: string, cells: readonly [number, string][], bold = false) => {
    for (const [x, text] of cells) paper.text(text, { x, right: true, bold });
    paper.down(paper.text(description, { width: 240, bold }));
  };
  row(
    "Description",
    [
      [COLUMNS.quantity, "Quantity"],
      [COLUMNS.price, "Unit price"],
      [COLUMNS.rate, "VAT"],
      [RIGHT, "Amount"],
    ],
    true,
  );
  paper.rule();
  for (const line of all) {
    const quantity = line.quantity ?? 1;
    const rates = line.taxes.map(
      (tax) => world.store.get(taxRates, tax.tax_rate_details?.tax_rate ?? "")?.percentage ?? 0,
    );
    row(line.description ?? "", [
      [COLUMNS.quantity, String(quantity)],
      [COLUMNS.price, formatMoney(line.amount / quantity, currency)],
      [COLUMNS.rate, rates.map((rate) => `${rate}%`).join(", ")],
      [RIGHT, formatMoney(line.amount, currency)],
    ]);
  }
  paper.rule();
}

function totals(paper: Paper, rows: readonly Row[]): void {
  for (const [label, value] of rows) {
    const bold = label.startsWith("Total") || label === "Amount due";
    paper.text(value, { x: RIGHT, right: true, bold });
    paper.down(paper.text(label, { x: 300, bold, width: 200 }));
  }
  paper.down();
}
