import { TIERS } from "../../domain/plans.ts";
import { VAT_PERCENT } from "../../domain/pricing.ts";
import { TIERS_ID } from "./fragments.ts";
import { TierOffer } from "./TierOffer.tsx";
import { FRAGMENT_STYLE } from "./useSmoothFragment.ts";

export function TierOffers() {
  return (
    <section id={TIERS_ID} tabIndex={-1} className={FRAGMENT_STYLE}>
      <div className="page py-section">
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[5fr_7fr] lg:items-end">
          <h2>One course, three ways to take it</h2>
          <p className="max-w-[38rem] text-lg text-muted">
            Every price includes the whole course; the extras depend on who you are. VAT ({VAT_PERCENT}
            %) is added at checkout, and you see the total before you pay.
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
