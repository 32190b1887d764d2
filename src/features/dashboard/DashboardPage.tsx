import { Navigate } from "react-router-dom";
import { useAccess, useEnrollment } from "../../db/enrollment.ts";
import type { Access } from "../../db/rows.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { lastAnswer } from "../../domain/syncSentence.ts";
import { useAuth } from "../../platform/auth.tsx";
import { useDeletionDueAt } from "../../platform/deletion.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AccessEnded } from "./AccessEnded.tsx";
import { Dashboard } from "./Dashboard.tsx";
import { DashboardErrorBoundary } from "./DashboardErrorBoundary.tsx";
import { EnrollmentWait, SyncButton } from "./EnrollmentWait.tsx";

/** My Learning, for signed-in and enrolled users (spec §4, dashboard gating). */
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
    case "checking":
      return <EnrollmentWait />;
    case "notEnrolledOffline":
      return <LastKnownAccess asOf={enrollment.asOf} />;
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
 * A user who never bought the course is sent to the catalogue. A learner whose access has ended is told why. An account
 * that is scheduled for deletion goes to the account page, where the deletion can be cancelled.
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

/** Offline, for a user whom this device last knew as not enrolled: what it knows, since when, and what to do. */
function LastKnownAccess({ asOf }: { asOf: string | null }) {
  const known = useAccess();
  if (known.status === "loading") return <EnrollmentWait />;
  return (
    <div className="page py-10">
      <h1>My Learning</h1>
      <EmptyState title="No connection" action={<SyncButton idle="Try again" busy="Checking…" />}>
        <p role="status">
          {lastAnswer(asOf, stateOf(known.access))} If that has changed since, your course opens as soon as
          you are back online.
        </p>
        <p className="mt-2">
          Until then you can read <TextLink to={paths.course(PREVIEW_LESSON_ID)}>the free lesson</TextLink> or
          look at <TextLink to={paths.catalogue()}>all courses</TextLink>.
        </p>
      </EmptyState>
    </div>
  );
}

function stateOf(access: Access | null): string {
  switch (access?.status) {
    case "paused":
      return "your course was paused";
    case "revoked":
      return "your access had ended";
    default:
      return "this account was not enrolled";
  }
}
