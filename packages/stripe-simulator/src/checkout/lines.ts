import type Stripe from "stripe";
import { badRequest } from "../api/apiError.ts";
import { newId } from "../api/ids.ts";
import { type Price, type Product, prices, products, type TaxRate, taxRates } from "../catalogue/objects.ts";
import type { Discount } from "../discounts/objects.ts";
import { discountShares } from "../discounts/shares.ts";
import { requireObject, type World } from "../world.ts";
import { lineAmounts } from "./amounts.ts";
import type { CheckoutSession, LineItem } from "./objects.ts";
import type { SessionParams } from "./sessionParams.ts";

type LineParams = SessionParams["line_items"][number];

export type CheckedLine = {
  price: Price;
  product: Product;
  quantity: number;
  rates: TaxRate[];
};

/** Returns what the session sells, or throws Stripe's error for a price, product or tax rate. */
export function checkLines(world: World, params: SessionParams): CheckedLine[] {
  const lines = params.line_items.map((line, index) => checkLine(world, line, `line_items[${index}]`));
  checkMode(params, lines);
  return lines;
}

function checkLine(world: World, line: LineParams, param: string): CheckedLine {
  const price = requireObject(world, prices, line.price, `${param}[price]`);
  if (!price.active) {
    throw badRequest("The price specified is inactive. This field only accepts active prices.", {
      param: `${param}[price]`,
    });
  }
  const product = requireObject(world, products, price.product, `${param}[price]`);
  if (!product.active) {
    throw badRequest(`Product '${product.id}' is not active. You must activate it before it can be used.`, {
      param: `${param}[price]`,
    });
  }
  const rates = (line.tax_rates ?? []).map((id, at) => {
    const rate = requireObject(world, taxRates, id, `${param}[tax_rates][${at}]`);
    if (rate.active) return rate;
    throw badRequest(`The tax rate ${id} is not active.`, { param: `${param}[tax_rates][${at}]` });
  });
  return { price, product, quantity: line.quantity, rates };
}

const ONLY_FOR_PAYMENTS = ["customer_creation", "invoice_creation", "payment_intent_data"] as const;
const ONLY_FOR_SUBSCRIPTIONS = ["payment_method_collection", "subscription_data"] as const;

/** Throws for parameters and prices that the session's mode does not allow. */
function checkMode(params: SessionParams, lines: readonly CheckedLine[]): void {
  switch (params.mode) {
    case "payment":
      refuseGiven(params, ONLY_FOR_SUBSCRIPTIONS);
      refuseRecurring(lines);
      return;
    case "subscription":
      refuseGiven(params, ONLY_FOR_PAYMENTS);
      refuseMixedPeriods(lines);
  }
}

function refuseGiven(params: SessionParams, names: readonly (keyof SessionParams)[]): void {
  const given = names.find((name) => params[name] !== undefined);
  if (given) throw badRequest(`You can not pass \`${given}\` in \`${params.mode}\` mode.`, { param: given });
}

function refuseRecurring(lines: readonly CheckedLine[]): void {
  const index = lines.findIndex(({ price }) => price.type === "recurring");
  if (index < 0) return;
  throw badRequest(
    "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
    { param: `line_items[${index}][price]` },
  );
}

function refuseMixedPeriods(lines: readonly CheckedLine[]): void {
  if (lines.every(({ price }) => price.type !== "recurring")) {
    throw badRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      {
        param: "line_items",
      },
    );
  }
  if (lines.some(({ price }) => price.type !== "recurring")) {
    throw badRequest("The payment simulator sells no one-time prices together with a subscription.", {
      param: "line_items",
    });
  }
}

/** The session's lines with their amounts: discount first, then tax. */
export function buildLines(lines: readonly CheckedLine[], discount: Discount | null): LineItem[] {
  const undiscounted = lines.map(({ price, product, quantity }) => ({
    product: product.id,
    amount: (price.unit_amount ?? 0) * quantity,
  }));
  const shares = discount ? discountShares(discount.simulator_coupon, undiscounted) : [];
  return lines.map((line, index) => buildLine(line, discount, shares[index] ?? 0));
}

function buildLine(line: CheckedLine, discount: Discount | null, share: number): LineItem {
  const { price, product, quantity, rates } = line;
  const amounts = lineAmounts(price.unit_amount ?? 0, quantity, rates, share);
  return {
    id: newId("li"),
    object: "item",
    amount_discount: share,
    amount_subtotal: amounts.subtotal,
    amount_tax: amounts.tax,
    amount_total: amounts.total,
    currency: price.currency,
    description: product.name,
    discounts: discount && share > 0 ? [{ amount: share, discount }] : [],
    metadata: {},
    price,
    quantity,
    taxes: amounts.taxes,
  };
}

/** In the smallest unit (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); 50 for any other currency. */
const MINIMUM_CHARGE: { readonly [currency: string]: number } = { gbp: 30, usd: 50, eur: 50 };
const OTHER_MINIMUM = 50;

type Totals = {
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  total_details: CheckoutSession["total_details"];
};

/** Sums the lines. Throws for mixed currencies and totals under the minimum charge (zero is allowed). */
export function totalsOf(lines: readonly LineItem[], wantedCurrency: string | undefined): Totals {
  const currency = wantedCurrency ?? lines[0]?.currency ?? "";
  if (lines.some((line) => line.currency !== currency)) {
    throw badRequest(
      `All prices on a Checkout Session must have a matching currency. The session's currency is \`${currency}\`.`,
      { param: "line_items" },
    );
  }
  const sum = (field: "amount_discount" | "amount_subtotal" | "amount_total" | "amount_tax") =>
    lines.reduce((total, line) => total + line[field], 0);
  const total = sum("amount_total");
  const minimum = MINIMUM_CHARGE[currency] ?? OTHER_MINIMUM;
  if (total > 0 && total < minimum) {
    const amount = new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(minimum / 100);
    throw badRequest(
      `The Checkout Session's total amount due must add up to at least ${amount} ${currency}`,
      {
        code: "amount_too_small",
      },
    );
  }
  return {
    currency,
    amount_subtotal: sum("amount_subtotal"),
    amount_total: total,
    total_details: {
      amount_discount: sum("amount_discount"),
      amount_shipping: 0,
      amount_tax: sum("amount_tax"),
      breakdown: { discounts: discountsOf(lines), taxes: taxesByRate(lines) },
    },
  };
}

/** A session has at most one discount, shared by its lines. */
function discountsOf(lines: readonly LineItem[]): LineItem["discounts"] {
  const [first, ...rest] = lines.flatMap((line) => line.discounts);
  if (!first) return [];
  return [{ ...first, amount: rest.reduce((sum, each) => sum + each.amount, first.amount) }];
}

function taxesByRate(lines: readonly LineItem[]): Stripe.LineItem.Tax[] {
  const byRate = new Map<string, Stripe.LineItem.Tax>();
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const before = byRate.get(tax.rate.id);
    byRate.set(tax.rate.id, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}
