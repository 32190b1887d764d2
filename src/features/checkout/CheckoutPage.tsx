import { useLoaderData, useSearchParams } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { planFromQuery, TIER_PLANS } from "../../domain/plans.ts";
import { breakDownPrice } from "../../domain/pricing.ts";
import { useAuth } from "../../platform/auth.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { StudentCheckoutForm } from "./StudentCheckoutForm.tsx";
import { loadSoldTier } from "./soldTier.ts";

export const loader = loadSoldTier;

/** `/academy/checkout/:tier`: the form on the left, what it costs on the right. */
export function Component() {
  const tier = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const { state } = useAuth();
  const plan = planFromQuery(query.get("paymentType"));
  const price = breakDownPrice(TIER_PLANS[tier].pricePence.full);
  const identity = state.status === "signedIn" ? state.identity : null;
  return (
    <div className="page flex flex-col gap-8 py-12 sm:py-16">
      <header className="flex flex-col gap-3">
        <h1>Complete Your Enrollment</h1>
        <p className="text-lg text-muted">
          {identity ? "Complete your enrollment" : "Get instant access - no account needed"}
        </p>
      </header>
      {plan === "installment" ? (
        <Banner
          tone="highlight"
          title="The 3-month plan is not on sale yet"
          action={<LinkButton to={paths.checkout(tier, "full")}>Pay in full</LinkButton>}
        >
          You can enrol today with one payment.
        </Banner>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
          {state.status !== "loading" && (
            <StudentCheckoutForm key={identity?.userId ?? "guest"} identity={identity} price={price} />
          )}
          <div className="flex flex-col gap-4 lg:col-start-2 lg:sticky lg:top-6">
            <OrderSummary tier={tier} price={price} />
            <LinkButton variant="secondary" to={paths.pricing(tier)}>
              Change Payment Plan
            </LinkButton>
          </div>
        </div>
      )}
    </div>
  );
}
