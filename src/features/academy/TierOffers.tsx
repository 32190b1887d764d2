import { Check } from "lucide-react";
import { READING_WORDS, readingOf } from "../../domain/course/capstone.ts";
import { paths } from "../../domain/paths.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS, TIERS, type Tier } from "../../domain/sales/plans.ts";
import { breakDownPrice, formatPence, formatWholePounds, VAT_PERCENT } from "../../domain/sales/pricing.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { PriceNote } from "../../ui/OfferCard.tsx";
import { FRAGMENT_STYLE, TIERS_ID } from "./useSmoothFragment.ts";

export function TierOffers() {
  return (
    <section id={TIERS_ID} tabIndex={-1} className={FRAGMENT_STYLE}>
      <div className="page py-section">
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[5fr_7fr] lg:items-end">
          <h2>One course, three ways to take it</h2>
          <p className="max-w-[38rem] text-lg text-muted">
            Every price is for one learner and includes the whole course; the extras depend on who you are.
            VAT is {VAT_PERCENT}%. The total with VAT is below each price.
          </p>
        </div>
        <div className="mt-10 grid grid-cols-1 divide-y divide-line rounded-card border border-t-4 border-line border-t-action bg-surface lg:grid-cols-3 lg:divide-x lg:divide-y-0">
          {TIERS.map((tier) => (
            <TierOffer key={tier} tier={tier} />
          ))}
        </div>
      </div>
    </section>
  );
}

const ENROL: Record<Tier, string> = {
  student: "Enrol as a student",
  ngo: "Enrol as an NGO",
  professional: "Enrol as a professional",
};

/** One column of the price table. */
function TierOffer({ tier }: { tier: Tier }) {
  const { label, pricePence, features } = TIER_PLANS[tier];
  const full = breakDownPrice(pricePence.full);
  const month = breakDownPrice(pricePence.installment);
  return (
    <article className="grid grid-cols-1 content-start gap-x-10 gap-y-6 p-[min(2rem,6vw)] md:grid-cols-2 lg:flex lg:flex-col lg:p-9">
      <div>
        <h3>{label}</h3>
        <p translate="no" className="mt-4 font-display text-[min(3.75rem,16vw)] leading-none font-semibold">
          {formatWholePounds(pricePence.full)}
        </p>
        <PriceNote total={formatPence(full.totalPence)} isPerLearner className="mt-3" />
        <p className="mt-1 text-muted">
          or {INSTALLMENT_MONTHS} monthly payments of{" "}
          <span translate="no">{formatWholePounds(pricePence.installment)}</span> plus VAT (
          <span translate="no">{formatPence(INSTALLMENT_MONTHS * month.totalPence)}</span> in total)
        </p>
      </div>
      <div className="flex flex-col gap-4 md:row-span-2 lg:flex-1">
        <ul className="flex flex-col gap-2">
          {features.map((feature) => (
            <li key={feature} className="flex gap-3">
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
              <span className="min-w-0">{feature}</span>
            </li>
          ))}
        </ul>
        <p>{READING_WORDS[readingOf(tier)]}</p>
      </div>
      <LinkButton to={paths.pricing(tier)} size="large" className="md:self-end lg:self-auto">
        {ENROL[tier]}
      </LinkButton>
    </article>
  );
}
