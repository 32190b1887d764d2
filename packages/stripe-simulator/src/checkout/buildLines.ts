import { newId } from "../api/ids.ts";
import { mergeMetadata } from "../api/params/metadata.ts";
import type { Discount } from "../discounts/discount.ts";
import { discountShares } from "../discounts/shares.ts";
import { lineAmounts } from "./amounts.ts";
import type { CheckedLine } from "./checkLines.ts";
import type { LineItem } from "./lineItem.ts";

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
    adjustable_quantity: null,
    amount_discount: share,
    amount_subtotal: amounts.subtotal,
    amount_tax: amounts.tax,
    amount_total: amounts.total,
    currency: price.currency,
    description: product.name,
    discounts: discount && share > 0 ? [{ amount: share, discount }] : [],
    metadata: mergeMetadata({}, line.metadata),
    price,
    quantity,
    taxes: amounts.taxes,
  };
}
