import { CreditCard } from "lucide-react";
import { COURSE } from "../../../domain/course/course.ts";
import { paths } from "../../../domain/paths.ts";
import { type PlannedPayment, plannedPayments } from "../../../domain/sales/instalments.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence, VAT_PERCENT } from "../../../domain/sales/pricing.ts";
import { placesText } from "../../../domain/sales/seats.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import type { Purchase } from "../../../platform/account/orders.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { PaymentTable } from "../../../ui/PaymentTable.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { Papers, useProviderPage } from "./Papers.tsx";
import { isOver, purchaseState } from "./purchaseState.ts";

const PLAN_WORDS = { full: "Paid in full", installment: "3-month plan" };

/** One purchase: what was bought, the exact price, what has been paid and what is due next. */
export function PurchaseDetails({ purchase }: { purchase: Purchase }) {
  const { tier, plan, discount_pence: discount, discount_code: code } = purchase;
  const state = purchaseState(purchase);
  const isFree = purchase.total_pence === 0;
  const each = plan === "installment" && !isFree ? `, each of ${INSTALLMENT_MONTHS} payments` : "";
  return (
    <Card as="section" aria-labelledby={`purchase-${purchase.id}`} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="eyebrow">{formatLongDay(purchase.paid_at)}</p>
          <h3 id={`purchase-${purchase.id}`}>
            <span translate="no">{COURSE.title}</span>: {TIER_PLANS[tier].label}
          </h3>
          {purchase.team_id && (
            <p>
              <span>{placesText(purchase.seats)} for a team</span>
              {purchase.teamName && (
                <>
                  {": "}
                  <TextLink to={paths.team(purchase.team_id)}>
                    <span translate="no">{purchase.teamName}</span>
                  </TextLink>
                </>
              )}
            </p>
          )}
          <p className="text-muted">{isFree ? "Free with a discount code" : PLAN_WORDS[plan]}</p>
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
      {!isFree && <Payments purchase={purchase} />}
      <Papers payments={purchase.payments} />
      {plan === "installment" && !isFree && <BillingPortal />}
    </Card>
  );
}

function Amount({ name, pence, className = "" }: { name: string; pence: number; className?: string }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${className}`}>
      <dt>{name}</dt>
      <dd translate="no">{pence < 0 ? `−${formatPence(-pence)}` : formatPence(pence)}</dd>
    </div>
  );
}

/** Every payment of a purchase. Future payments are listed while the plan is still running. */
function Payments({ purchase }: { purchase: Purchase }) {
  const asked = purchase.payments.map((each) => ({
    number: each.number,
    amountPence: each.amount_pence,
    dueAt: each.due_at,
    paidAt: each.paid_at,
    failedAt: each.failed_at,
  }));
  const begunAt = new Date(purchase.paid_at);
  const all: PlannedPayment[] =
    purchase.plan === "installment"
      ? plannedPayments(purchase.total_pence, begunAt, asked)
      : [{ number: 1, dueAt: purchase.paid_at, amountPence: purchase.total_pence, status: "paid" }];
  const shown = isOver(purchase) ? all.filter(({ status }) => status === "paid") : all;
  const refunded = new Map(purchase.payments.map((each) => [each.number, each.refunded_pence]));
  return (
    <PaymentTable
      caption="Payments for this purchase"
      captionHidden
      total={all.length}
      payments={shown.map(({ number, dueAt, amountPence, status }) => {
        const back = refunded.get(number) ?? 0;
        return {
          number,
          date: formatLongDay(dueAt),
          amount: formatPence(amountPence),
          status,
          refunded: back > 0 ? formatPence(back) : null,
        };
      })}
    />
  );
}

const OFFLINE =
  "You are offline. Your card details are held by our payment provider, so you need a connection to change them.";

/** Opens the payment provider's portal, where the learner changes the card of a plan and finds its invoices. */
function BillingPortal() {
  const { isOpening, failure, open } = useProviderPage(OFFLINE);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" disabled={isOpening} onClick={() => open()}>
        <CreditCard aria-hidden="true" className="size-5" />
        {isOpening ? "Opening…" : "Change card or see invoices"}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
    </div>
  );
}
