import { useState } from "react";
import { useLoaderData, useNavigate, useSearchParams } from "react-router-dom";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { type Plan, planFromQuery, TIER_PLANS } from "../../domain/plans.ts";
import { useHydrated } from "../../platform/useHydrated.ts";
import { Button } from "../../ui/Button.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";
import { FeatureList } from "./FeatureList.tsx";
import { loadTier } from "./loadTier.ts";
import { OtherTiers } from "./OtherTiers.tsx";
import { PlanComparison } from "./PlanComparison.tsx";
import { PlanNotes } from "./PlanNotes.tsx";
import { PlanPrice } from "./PlanPrice.tsx";
import { PlanSwitch } from "./PlanSwitch.tsx";

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
          className="flex min-w-0 flex-col gap-6 rounded-card border border-t-4 border-line border-t-action bg-surface p-[min(2rem,6vw)] lg:row-span-2 lg:self-start"
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
          <FeatureList tier={tier} className="sm:grid-cols-2" />
          {tier === "student" && (
            <p className="max-w-[36rem] text-muted">
              This price is for current students: have your student ID ready as a photo or PDF.
            </p>
          )}
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
