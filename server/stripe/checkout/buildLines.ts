import { badRequest } from "../api/apiError.ts";
import { newId } from "../api/ids.ts";
import { mergeMetadata } from "../api/metadata.ts";
import type { LineItem } from "../objects/lineItem.ts";
import { prices } from "../objects/price.ts";
import { products } from "../objects/product.ts";
import { taxRates } from "../objects/taxRate.ts";
import { requireObject, type World } from "../world.ts";
import { lineAmounts } from "./amounts.ts";
import type { SessionParams } from "./sessionParams.ts";

type LineParams = SessionParams["line_items"][number];

/** The session's lines with their amounts, or Stripe's refusal of the price, product or tax rate. */
export function buildLines(world: World, lines: readonly LineParams[]): LineItem[] {
  return lines.map((line, index) => buildLine(world, line, `line_items[${index}]`));
}

function buildLine(world: World, line: LineParams, param: string): LineItem {
  const price = requireObject(world, prices, line.price, `${param}[price]`);
  if (!price.active) {
    throw badRequest("The price specified is inactive. This field only accepts active prices.", {
      param: `${param}[price]`,
    });
  }
  if (price.type === "recurring") {
    throw badRequest(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: `${param}[price]` },
    );
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
  const rates = (line.tax_rates ?? []).map((id, at) => {
    const rate = requireObject(world, taxRates, id, `${param}[tax_rates][${at}]`);
    if (rate.active) return rate;
    throw badRequest(`The tax rate ${id} is not active.`, { param: `${param}[tax_rates][${at}]` });
  });
  const amounts = lineAmounts(price.unit_amount ?? 0, line.quantity, rates);
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amounts.subtotal,
    amount_tax: amounts.tax,
    amount_total: amounts.total,
    currency: price.currency,
    description: product.name,
    discounts: [],
    metadata: mergeMetadata({}, line.metadata),
    price,
    quantity: line.quantity,
    taxes: amounts.taxes,
  };
}
