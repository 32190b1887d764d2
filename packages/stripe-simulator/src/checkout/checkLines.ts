import { badRequest } from "../api/apiError.ts";
import { type Price, prices } from "../catalogue/price.ts";
import { type Product, products } from "../catalogue/product.ts";
import { type TaxRate, taxRates } from "../catalogue/taxRate.ts";
import { requireObject, type World } from "../world.ts";
import type { SessionParams } from "./sessionParams.ts";

type LineParams = SessionParams["line_items"][number];

export type CheckedLine = {
  price: Price;
  product: Product;
  quantity: number;
  rates: TaxRate[];
  metadata: LineParams["metadata"];
};

/** Returns what the session sells, or throws Stripe's error for a price, product or tax rate. */
export function checkLines(
  world: World,
  lines: readonly LineParams[],
  defaultRates: readonly string[],
): CheckedLine[] {
  return lines.map((line, index) => checkLine(world, line, `line_items[${index}]`, defaultRates));
}

function checkLine(
  world: World,
  line: LineParams,
  param: string,
  defaultRates: readonly string[],
): CheckedLine {
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
  if (line.quantity === undefined) {
    throw badRequest(`Quantity is required. Add \`quantity\` to \`${param}\``, {
      param: `${param}[quantity]`,
    });
  }
  const rates = (line.tax_rates ?? defaultRates).map((id, at) => {
    const rate = requireObject(world, taxRates, id, `${param}[tax_rates][${at}]`);
    if (rate.active) return rate;
    throw badRequest(`The tax rate ${id} is not active.`, { param: `${param}[tax_rates][${at}]` });
  });
  return { price, product, quantity: line.quantity, rates, metadata: line.metadata };
}
