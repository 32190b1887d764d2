import { useNavigate } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { useAuth } from "../../platform/auth.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { GeneralCheckoutForm } from "./GeneralCheckoutForm.tsx";
import { GeneralSummary } from "./GeneralSummary.tsx";
import { OwnedCourse } from "./OwnedCourse.tsx";
import { useOwnedTier } from "./useOwnedTier.ts";

/** `/academy/checkout`: the course at the student price, before a tier has been chosen. */
export function Component() {
  const { state } = useAuth();
  const owned = useOwnedTier();
  const navigate = useNavigate();
  const identity = state.status === "signedIn" ? state.identity : null;
  if (identity && owned) {
    return (
      <div className="page flex flex-col gap-8 py-12 lg:py-16">
        <h1>Complete Your Enrollment</h1>
        <OwnedCourse tier={owned} />
      </div>
    );
  }
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <h1>Complete Your Enrollment</h1>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        {state.status === "loading" ? (
          <Spinner label="One moment…" />
        ) : (
          <GeneralCheckoutForm
            key={identity?.userId}
            identity={identity}
            onContinue={() => navigate(paths.checkout("student", "full"))}
          />
        )}
        <GeneralSummary />
      </div>
    </div>
  );
}
