import { Check } from "lucide-react";
import { COURSE } from "../../domain/course.ts";
import { TIER_PLANS, type Tier } from "../../domain/plans.ts";
import { formatPence, type PriceBreakdown, VAT_PERCENT } from "../../domain/pricing.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Card.tsx";

/** What is being bought and what it costs, to the penny. */
export function OrderSummary({ tier, price }: { tier: Tier; price: PriceBreakdown }) {
  return (
    <Card as="aside" aria-labelledby="order-summary" className="flex flex-col gap-5">
      <h2 id="order-summary" className="!text-xl">
        Order Summary
      </h2>
      <div className="flex flex-wrap gap-2">
        <Badge>{COURSE.programme}</Badge>
        <Badge tone="note">{TIER_PLANS[tier].label}</Badge>
      </div>
      <p className="font-display text-2xl leading-tight">{COURSE.title}</p>
      <div>
        <h3 className="mb-2 !text-base">What's included</h3>
        <ul className="flex flex-col gap-1.5">
          {TIER_PLANS[tier].features.map((feature) => (
            <li key={feature} className="flex items-start gap-2.5">
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
      <dl className="flex flex-col gap-2 border-t border-line pt-4 tabular-nums">
        <Line label="Subtotal" amount={price.pricePence} />
        <Line label={`VAT (${VAT_PERCENT}%)`} amount={price.vatPence} />
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3 text-xl font-semibold">
          <dt>Total</dt>
          <dd>{formatPence(price.totalPence)}</dd>
        </div>
      </dl>
    </Card>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd>{formatPence(amount)}</dd>
    </div>
  );
}
