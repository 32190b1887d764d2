import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { newId } from "../../api/ids.ts";
import { integer, listOf, mergeMetadata, metadata, oneOf, text } from "../../api/params.ts";
import { type TaxRate, taxRates } from "../../catalogue/objects.ts";
import { lineAmounts } from "../../checkout/amounts.ts";
import { apportion } from "../../discounts/shares.ts";
import type { World } from "../../world.ts";
import { taxRatesOf } from "../invoices/invoiceItemResource.ts";
import { invoiceTax } from "../invoices/invoiceLines.ts";
import type { Invoice, InvoiceLine } from "../invoices/objects.ts";
import type { CreditNoteLine } from "./objects.ts";

const amount = integer({ min: 1 }).optional();

export const creditLine = z.strictObject({
  amount,
  description: text().optional(),
  invoice_line_item: text().optional(),
  metadata,
  quantity: integer({ min: 1 }).optional(),
  tax_amounts: listOf(
    z.strictObject({ amount: integer({ min: 0 }), tax_rate: text(), taxable_amount: integer({ min: 0 }) }),
  ).optional(),
  tax_rates: listOf(text()).optional(),
  type: oneOf("custom_line_item", "invoice_line_item"),
  unit_amount: amount,
});

export type CreditLineParams = z.output<typeof creditLine>;

type Amounts = {
  gross: number;
  off: number;
  quantity: number;
  unit: number | null;
  taxes: CreditNoteLine["taxes"];
};

function newLine(of: InvoiceLine | null, given: Partial<CreditNoteLine>, amounts: Amounts): CreditNoteLine {
  const { gross, off, quantity, unit, taxes } = amounts;
  const used =
    of && off > 0
      ? apportion(
          off,
          of.discount_amounts.map((each) => each.amount),
        )
      : [];
  const perDiscount = used.map((each, at) => ({
    amount: each,
    discount: of?.discount_amounts[at]?.discount ?? "",
  }));
  return {
    id: newId("cnli"),
    object: "credit_note_line_item",
    amount: gross,
    description: of?.description ?? null,
    discount_amount: off,
    discount_amounts: perDiscount,
    ...(of ? { invoice_line_item: of.id } : {}),
    livemode: false,
    metadata: {},
    pretax_credit_amounts: perDiscount.map((each) => ({ ...each, type: "discount" as const })),
    quantity,
    tax_rates: [],
    taxes,
    type: of ? "invoice_line_item" : "custom_line_item",
    unit_amount: unit,
    unit_amount_decimal: unit === null ? null : String(unit),
    ...given,
  };
}

/** What a line adds to the total: after discount, with exclusive tax. */
export function totalOf(line: Pick<CreditNoteLine, "amount" | "discount_amount" | "taxes">): number {
  const exclusive = line.taxes.reduce(
    (sum, tax) => sum + (tax.tax_behavior === "exclusive" ? tax.amount : 0),
    0,
  );
  return line.amount - line.discount_amount + exclusive;
}

/**
 * Divides a total, tax included, among the invoice's lines in proportion to theirs, so that the credit note has the VAT
 * of its amount. Stripe does not document how it divides an amount, but the sum is the amount there too.
 */
export function linesOfAmount(invoice: Invoice, total: number): CreditNoteLine[] {
  const offOf = (line: InvoiceLine) => line.discount_amounts.reduce((sum, each) => sum + each.amount, 0);
  const totals = invoice.lines.data.map((line) => totalOf({ ...line, discount_amount: offOf(line) }));
  return apportion(total, totals).flatMap((share, at) => {
    const line = invoice.lines.data[at];
    const whole = totals[at] ?? 0;
    if (!line || share === 0) return [];
    const part = (of: number) => Math.round((of * share) / whole);
    const taxes = line.taxes.map((tax) => ({
      ...tax,
      amount: part(tax.amount),
      taxable_amount: part(tax.taxable_amount ?? 0),
    }));
    const off = part(offOf(line));
    const exclusive = totalOf({ amount: 0, discount_amount: 0, taxes });
    return [
      newLine(line, {}, { gross: share - exclusive + off, off, quantity: line.quantity, unit: null, taxes }),
    ];
  });
}

/** Returns the lines that a request lists, with their tax, or throws Stripe's error. */
export function linesOfParams(
  world: World,
  invoice: Invoice,
  wanted: readonly CreditLineParams[],
): CreditNoteLine[] {
  return wanted.map((each, at) => {
    const given = { metadata: mergeMetadata({}, each.metadata) };
    const param = `lines[${at}]`;
    if (each.type === "custom_line_item") {
      if (each.unit_amount === undefined) throw missing(`${param}[unit_amount]`);
      const quantity = each.quantity ?? 1;
      const rates = taxRatesOf(world, each.tax_rates ?? [], `${param}[tax_rates]`);
      const taxes = each.tax_amounts
        ? statedTaxes(world, each, param)
        : lineAmounts(each.unit_amount, quantity, rates).taxes;
      const amounts = { gross: each.unit_amount * quantity, off: 0, quantity, unit: each.unit_amount };
      return newLine(
        null,
        { ...given, description: each.description ?? null, tax_rates: rates },
        { ...amounts, taxes: taxes.map(invoiceTax) },
      );
    }
    const line = invoice.lines.data.find(({ id }) => id === each.invoice_line_item);
    if (!line) throw missing(`${param}[invoice_line_item]`);
    return invoiceLine(world, line, each, param, given);
  });
}

/** Tax that the caller has calculated, instead of tax rates. */
function statedTaxes(
  world: World,
  { tax_amounts: stated = [], tax_rates: rates }: CreditLineParams,
  param: string,
) {
  if (rates)
    throw badRequest("You may only specify one of these parameters: tax_amounts, tax_rates.", { param });
  return stated.flatMap(({ tax_rate: id, ...tax }, at) =>
    taxRatesOf(world, [id], `${param}[tax_amounts][${at}][tax_rate]`).map((rate) => ({
      ...tax,
      rate,
      taxability_reason: null,
    })),
  );
}

function missing(param: string) {
  return badRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

function invoiceLine(
  world: World,
  line: InvoiceLine,
  { amount: wanted, quantity = line.quantity }: CreditLineParams,
  param: string,
  given: Partial<CreditNoteLine>,
): CreditNoteLine {
  const gross = wanted ?? Math.round((line.amount * quantity) / line.quantity);
  if (gross > line.amount) {
    throw badRequest("The credited amount is greater than the amount of the invoice line item.", { param });
  }
  const off = line.discount_amounts.reduce((sum, each) => sum + each.amount, 0);
  const share = line.amount === 0 ? 0 : Math.round((off * gross) / line.amount);
  const rates = line.taxes.flatMap((tax): TaxRate[] => {
    const rate = world.store.get(taxRates, tax.tax_rate_details?.tax_rate ?? "");
    return rate ? [rate] : [];
  });
  const taxes = lineAmounts(gross, 1, rates, share).taxes.map(invoiceTax);
  const counted = wanted === undefined ? quantity : 1;
  return newLine(
    line,
    { ...given, tax_rates: rates },
    { gross, off: share, quantity: counted, unit: null, taxes },
  );
}
