import { Fragment, useId, useLayoutEffect, useRef, useState } from "react";
import { useLoaderData, useNavigate, useSearchParams } from "react-router-dom";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../../domain/course/course.ts";
import { paths } from "../../../domain/paths.ts";
import {
  INSTALLMENT_MONTHS,
  type Plan,
  planFromQuery,
  TIER_PLANS,
  TIERS,
  type Tier,
} from "../../../domain/sales/plans.ts";
import { formatPence, formatWholePounds, VAT_PERCENT } from "../../../domain/sales/pricing.ts";
import { useHydrated } from "../../../platform/device/useHydrated.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ThreadPattern } from "../../../ui/pattern/ThreadPattern.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { loadTier } from "../loadTier.ts";
import { planCost } from "../planCost.ts";
import { Deliverables } from "./Deliverables.tsx";
import { PlanComparison } from "./PlanComparison.tsx";
import { TeamOffer } from "./TeamOffer.tsx";

export const loader = loadTier;

/**
 * `/academy/pricing/:tier`: the price of each plan, what is included and the link to the checkout. The choice is a
 * native form, so that the browser submits a plan that was chosen before scripts ran.
 */
export function Component() {
  const tier = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const isHydrated = useHydrated();
  const [chosen, setPlan] = useState<Plan | null>(null);
  // The page is prerendered without a query, and the first render in the browser must match it.
  const plan = chosen ?? planFromQuery(isHydrated ? query.get("paymentType") : null);
  const navigate = useNavigate();
  return (
    <>
      <div className="page grid grid-cols-1 gap-x-16 gap-y-10 py-12 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr] lg:py-16">
        <header className="flex flex-col gap-4">
          <p className="eyebrow">{TIER_PLANS[tier].label}</p>
          <h1>Choose Your Payment Option</h1>
          <p className="max-w-[36rem] text-lg text-muted">
            {COURSE.title}: {TOTAL_LESSONS} lessons of {LESSON_MINUTES} minutes in {COURSE.modules.length}{" "}
            modules, which you can take anywhere, even without a connection.
          </p>
        </header>
        <section
          aria-labelledby="payment"
          className="flex min-w-0 flex-col gap-6 rounded-card border border-t-4 border-line border-t-action bg-surface p-[min(2rem,6vw)] lg:sticky lg:top-6 lg:row-span-2 lg:self-start"
        >
          <h2 id="payment" className="sr-only">
            Your payment
          </h2>
          <form
            method="get"
            action={paths.checkout(tier)}
            onSubmit={(event) => {
              event.preventDefault();
              void navigate(paths.checkout(tier, plan));
            }}
            className="flex flex-col gap-6"
          >
            <PlanSwitch plan={plan} onChange={setPlan} />
            <PlanPrice tier={tier} plan={plan} />
            {/* Placed after the switch: if a name has two values, the first one counts. */}
            <input type="hidden" name="paymentType" value={"full" satisfies Plan} />
            <Button type="submit" size="large">
              Continue to Checkout
            </Button>
          </form>
          <PlanNotes tier={tier} plan={plan} />
        </section>
        <section className="flex min-w-0 flex-col gap-5">
          <h2>What's included</h2>
          <Deliverables tier={tier} />
          {tier === "student" && (
            <p className="max-w-[36rem] text-muted">
              This price is for current students: have your student ID ready as a photo or PDF.
            </p>
          )}
          {tier !== "student" && <TeamOffer tier={tier} />}
          <OtherTiers tier={tier} />
        </section>
      </div>
      <ThreadPattern seed={tier} lanes={4} steps={22} className="h-20 w-full sm:h-28" />
      <section className="page grid grid-cols-1 gap-x-16 gap-y-6 py-12 lg:grid-cols-[5fr_7fr] lg:py-16">
        <div className="flex flex-col gap-4">
          <h2>Both options side by side</h2>
          <p className="text-muted">
            You pay by card on our payment provider's secure page. The total is shown again before you pay.
          </p>
        </div>
        <PlanComparison tier={tier} />
      </section>
    </>
  );
}

type PlanSwitchProps = { plan: Plan; onChange: (plan: Plan) => void };

/** A switch: off is one payment, on is three payments. Both ends are labelled and clickable. */
function PlanSwitch({ plan, onChange }: PlanSwitchProps) {
  const id = useId();
  const control = useRef<HTMLInputElement>(null);
  const isOn = plan === "installment";

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for a choice made before scripts ran
  useLayoutEffect(() => {
    if (control.current?.checked) onChange("installment");
  }, []);

  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onChange("full")}
        className={cx("min-h-11 cursor-pointer font-semibold", isOn && "text-muted")}
      >
        Pay in full
      </button>
      <input
        ref={control}
        id={id}
        type="checkbox"
        name="paymentType"
        value={"installment" satisfies Plan}
        // biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox's state is the switch's state
        role="switch"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked ? "installment" : "full")}
        className="switch"
      />
      <label
        htmlFor={id}
        className={cx("flex min-h-11 cursor-pointer items-center font-semibold", !isOn && "text-muted")}
      >
        3-month plan
      </label>
    </div>
  );
}

const TERMS: Record<Plan, string> = {
  full: "per learner, one payment, plus VAT",
  installment: `per learner a month, ${INSTALLMENT_MONTHS} times, plus VAT`,
};

/** The exact price of the chosen plan. Both plans take up the same number of lines, so the layout does not shift. */
function PlanPrice({ tier, plan }: { tier: Tier; plan: Plan }) {
  const { each, overallPence } = planCost(tier, plan);
  return (
    <div role="status" className="flex flex-col gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <span
          translate="no"
          className="font-display text-[min(4.5rem,18vw)] leading-none font-semibold tabular-nums"
        >
          {formatWholePounds(each.pricePence)}
        </span>{" "}
        <span className="text-muted">{TERMS[plan]}</span>
      </p>
      <dl className="tabular-nums">
        <Line label={`VAT (${VAT_PERCENT}%)`} amount={each.vatPence} />
        <Line label="You pay today" amount={each.totalPence} />
        <Line
          label={plan === "full" ? "In total" : `Total for ${INSTALLMENT_MONTHS} payments`}
          amount={overallPence}
        />
      </dl>
    </div>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 last:border-b">
      <dt className="text-muted">{label}</dt>
      <dd translate="no" className="font-semibold">
        {formatPence(amount)}
      </dd>
    </div>
  );
}

/** Explains how the plans differ and how the instalment plan ends. */
function PlanNotes({ tier, plan }: { tier: Tier; plan: Plan }) {
  const saving = planCost(tier, "installment").overallPence - planCost(tier, "full").overallPence;
  return (
    <div className="flex flex-col gap-2 text-base text-muted">
      <p>
        {plan === "full"
          ? `Save ${formatPence(saving)}, VAT included, by paying in full.`
          : "Total cost is slightly higher when using the 3-month instalment option."}
      </p>
      <p>
        An instalment plan is a recurring subscription that automatically ends after {INSTALLMENT_MONTHS}{" "}
        payments.
      </p>
      <p>
        {plan === "full"
          ? "Your certificate comes when every lesson is complete."
          : `Your certificate comes when every lesson is complete and all ${INSTALLMENT_MONTHS} payments have been made.`}
      </p>
    </div>
  );
}

/** Links to the prices of the other tiers. */
function OtherTiers({ tier }: { tier: Tier }) {
  const others = TIERS.filter((each) => each !== tier);
  return (
    <p className="text-muted">
      Not you? See the prices for{" "}
      {others.map((other, index) => (
        <Fragment key={other}>
          {index > 0 && " or "}
          <TextLink to={paths.pricing(other)}>{TIER_PLANS[other].label}</TextLink>
        </Fragment>
      ))}
      .
    </p>
  );
}
