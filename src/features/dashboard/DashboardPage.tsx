import { Navigate } from "react-router-dom";
import { useAccess, useEnrollment } from "../../db/live.ts";
import { paths } from "../../domain/paths.ts";
import { useAuth } from "../../platform/auth.tsx";
import { useDeletionDueAt } from "../../platform/deletion.ts";
import { AccessEnded } from "./AccessEnded.tsx";
import { Dashboard } from "./Dashboard.tsx";
import { DashboardErrorBoundary } from "./DashboardErrorBoundary.tsx";
import { EnrollmentWait } from "./EnrollmentWait.tsx";

/** My Learning, for whoever is signed in and enrolled (spec §4, dashboard gating). */
export function Component() {
  const { state } = useAuth();
  const enrollment = useEnrollment();
  switch (state.status) {
    case "loading":
      return <EnrollmentWait />;
    case "signedOut":
      return <Navigate to={paths.auth()} replace />;
    case "signedIn":
      break;
  }
  switch (enrollment.status) {
    case "unknown":
      return <EnrollmentWait />;
    case "notEnrolled":
      return <WithoutAccess userId={state.identity.userId} />;
    case "enrolled":
      return (
        <DashboardErrorBoundary>
          <Dashboard />
        </DashboardErrorBoundary>
      );
  }
}

/**
 * Somebody who never bought the course is shown what there is; who had it is told why it is closed. The catalogue says
 * nothing of an account that is about to be deleted, so its owner comes to where it can be kept.
 */
function WithoutAccess({ userId }: { userId: string }) {
  const known = useAccess();
  const deletionDueAt = useDeletionDueAt(userId);
  if (known.status === "loading") return <EnrollmentWait />;
  if (!known.access || known.access.status === "active") {
    return <Navigate to={deletionDueAt ? paths.account() : paths.catalogue()} replace />;
  }
  return <AccessEnded status={known.access.status} />;
}
