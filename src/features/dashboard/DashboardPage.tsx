import { Navigate } from "react-router-dom";
import { useEnrollment } from "../../db/live.ts";
import { paths } from "../../domain/paths.ts";
import { useAuth } from "../../platform/auth.tsx";
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
      return <Navigate to={paths.catalogue()} replace />;
    case "enrolled":
      return (
        <DashboardErrorBoundary>
          <Dashboard />
        </DashboardErrorBoundary>
      );
  }
}
