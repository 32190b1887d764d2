import { paths } from "../../domain/paths.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS, TIERS, type Tier } from "../../domain/sales/plans.ts";
import { breakDownPrice, formatPence, formatWholePounds } from "../../domain/sales/pricing.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { OfferCard } from "../../ui/OfferCard.tsx";
import { SectionTitle } from "./SectionTitle.tsx";

const ACTIONS: Record<Tier, string> = {
  student: "See the student plan",
  ngo: "See the NGO plan",
  professional: "See the professional plan",
};

export function Pricing() {
  return (
    <section aria-labelledby="pricing" className="page py-section">
      <SectionTitle id="pricing" eyebrow="Pricing">
        One course, three prices
      </SectionTitle>
      <ul className="mt-12 grid gap-6 lg:grid-cols-3">
        {TIERS.map((tier) => (
          <li key={tier} className="grid">
            <TierCard tier={tier} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TierCard({ tier }: { tier: Tier }) {
  const { label, pricePence, features } = TIER_PLANS[tier];
  const inMonths = inAll(breakDownPrice(pricePence.installment).totalPence * INSTALLMENT_MONTHS);
  return (
    <OfferCard
      title={label}
      price={formatWholePounds(pricePence.full)}
      total={formatPence(breakDownPrice(pricePence.full).totalPence)}
      features={features}
      action={
        <div className="mt-auto flex flex-col gap-4 border-t border-line pt-5">
          <p>
            or {INSTALLMENT_MONTHS} monthly payments of{" "}
            <strong translate="no">{formatWholePounds(pricePence.installment)}</strong> plus VAT{" "}
            <span className="text-muted">{inMonths}</span>
          </p>
          <LinkButton to={paths.pricing(tier)}>{ACTIONS[tier]}</LinkButton>
        </div>
      }
    />
  );
}

/** Non-breaking spaces keep the amount together with its words. */
function inAll(totalPence: number): string {
  return `(${formatPence(totalPence)}\u00A0in\u00A0total)`;
}
