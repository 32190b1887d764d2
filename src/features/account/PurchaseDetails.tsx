import { COURSE } from "../../domain/course.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS } from "../../domain/plans.ts";
import { formatPence, VAT_PERCENT } from "../../domain/pricing.ts";
import type { Purchase } from "../../platform/orders.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Card.tsx";
import { BillingPortal } from "./BillingPortal.tsx";
import { formatDay } from "./formatDay.ts";
import { PaymentTable } from "./PaymentTable.tsx";
import { purchaseState } from "./purchaseState.ts";

/** One purchase: what was bought, the exact price, what has been paid and what is due next. */
export function PurchaseDetails({ purchase }: { purchase: Purchase }) {
  const { tier, plan, discount_pence: discount, discount_code: code } = purchase;
  const state = purchaseState(purchase);
  const each = plan === "installment" ? `, each of ${INSTALLMENT_MONTHS} payments` : "";
  return (
    <Card as="section" aria-labelledby={`purchase-${purchase.id}`} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="eyebrow">{formatDay(purchase.paid_at)}</p>
          <h3 id={`purchase-${purchase.id}`}>
            {COURSE.title}: {TIER_PLANS[tier].label}
          </h3>
          <p className="text-muted">{plan === "installment" ? "3-month plan" : "Paid in full"}</p>
        </div>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      {state.explanation && <p>{state.explanation}</p>}
      <dl className="flex flex-col gap-1 border-y border-line py-4 tabular-nums">
        <Amount name="Price" pence={purchase.subtotal_pence} />
        {discount > 0 && <Amount name={`Discount${code && ` (${code})`}`} pence={-discount} />}
        <Amount name={`VAT (${VAT_PERCENT}%)`} pence={purchase.vat_pence} />
        <Amount name={`Total${each}`} pence={purchase.total_pence} className="font-semibold" />
      </dl>
      <PaymentTable purchase={purchase} />
      {plan === "installment" && purchase.total_pence > 0 && <BillingPortal />}
    </Card>
  );
}

function Amount({ name, pence, className = "" }: { name: string; pence: number; className?: string }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${className}`}>
      <dt>{name}</dt>
      <dd>{pence < 0 ? `−${formatPence(-pence)}` : formatPence(pence)}</dd>
    </div>
  );
}
