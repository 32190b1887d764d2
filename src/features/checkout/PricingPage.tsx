import { Check } from "lucide-react";
import { useLoaderData } from "react-router-dom";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/plans.ts";
import { breakDownPrice, formatPence, formatWholePounds } from "../../domain/pricing.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";
import { loadSoldTier } from "./soldTier.ts";

export const loader = loadSoldTier;

/** `/academy/pricing/:tier`: what it costs, what is included, and on to the form. */
export function Component() {
  const tier = useLoaderData<typeof loader>();
  const { label, pricePence, features } = TIER_PLANS[tier];
  const price = breakDownPrice(pricePence.full);
  return (
    <div className="page flex flex-col gap-10 py-12 sm:py-16">
      <header className="flex max-w-2xl flex-col gap-4">
        <p className="eyebrow">{label}</p>
        <h1>Choose Your Payment Option</h1>
        <p className="text-lg text-muted">
          {COURSE.title}: {TOTAL_LESSONS} lessons of {LESSON_MINUTES} minutes in {COURSE.modules.length}{" "}
          modules, yours to take anywhere, also without a connection.
        </p>
      </header>
      <Card className="grid gap-0 overflow-hidden !p-0 md:grid-cols-[1fr_18rem]">
        <div className="flex flex-col gap-6 p-6 sm:p-9">
          <div className="flex flex-col gap-1">
            <h2 className="!text-xl">Pay in full</h2>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-display text-5xl">{formatWholePounds(price.pricePence)}</span>
              <span className="text-muted">one payment, plus VAT</span>
            </p>
            <p className="text-muted">
              VAT (20%) of {formatPence(price.vatPence)} is added at checkout: you pay{" "}
              <strong className="text-ink">{formatPence(price.totalPence)}</strong> in all.
            </p>
          </div>
          <div>
            <h3 className="mb-3">What's included</h3>
            <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
              {features.map((feature) => (
                <li key={feature} className="flex items-start gap-2.5">
                  <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
                  {feature}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-col gap-3">
            <LinkButton to={paths.checkout(tier, "full")} size="large" className="self-stretch sm:self-start">
              Continue to Checkout
            </LinkButton>
            <p className="text-base text-muted">
              You will need your student ID as a photo or PDF. You pay on our payment provider's secure page.
            </p>
          </div>
        </div>
        <ThreadPattern seed={tier} lanes={7} steps={14} className="h-24 w-full md:h-full" />
      </Card>
    </div>
  );
}
