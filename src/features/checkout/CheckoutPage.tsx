import { useLoaderData, useSearchParams } from "react-router-dom";
import { planFromQuery, TIERS, type Tier } from "../../domain/plans.ts";
import { useAuth } from "../../platform/auth.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { loadTier } from "./loadTier.ts";
import { OwnedCourse } from "./OwnedCourse.tsx";
import { TierCheckout } from "./TierCheckout.tsx";
import { useOwnedTier } from "./useOwnedTier.ts";

export const loader = loadTier;

/** `/academy/checkout/:tier`. The student's is also at `/academy/enroll/student`. */
export function Component() {
  const tier = useLoaderData<Tier>();
  const [query] = useSearchParams();
  const { state } = useAuth();
  const owned = useOwnedTier();
  const plan = planFromQuery(query.get("paymentType"));
  const identity = state.status === "signedIn" ? state.identity : null;
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <header className="flex flex-col gap-3">
        <h1>Complete Your Enrollment</h1>
        <p className="text-lg text-muted">
          {identity ? "Complete your enrollment" : "Get instant access - no account needed"}
        </p>
      </header>
      {state.status === "loading" ? (
        <Spinner label="One moment…" />
      ) : identity && owned && TIERS.indexOf(owned) >= TIERS.indexOf(tier) ? (
        <OwnedCourse tier={owned} />
      ) : (
        // A different buyer or offer gets a fresh form. Typed values are in the draft.
        <TierCheckout
          key={`${identity?.userId} ${tier} ${plan}`}
          tier={tier}
          plan={plan}
          identity={identity}
        />
      )}
    </div>
  );
}
