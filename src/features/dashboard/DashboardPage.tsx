import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { useCourseProgress } from "../../db/live.ts";
import type { Access } from "../../db/store/rows.ts";
import { useAccess, useEnrollment } from "../../db/study/enrollment.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { NOT_ENROLLED, paths } from "../../domain/paths.ts";
import { lastAnswer } from "../../domain/text/syncSentence.ts";
import { useDeletionDueAt } from "../../platform/account/deletion.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ReadBoundary } from "../../ui/page/ReadBoundary.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Dashboard } from "./Dashboard.tsx";
import { EnrollmentWait, SyncButton } from "./EnrollmentWait.tsx";

/** My Learning, for signed-in and enrolled users (spec §4, dashboard gating). */
export function Component() {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  const enrollment = useEnrollment();
  switch (state.status) {
    case "loading":
      return <EnrollmentWait />;
    case "signedOut":
      return <Navigate to={signInPath} replace />;
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
 * A user who never bought the course is sent to the catalogue. A learner whose access has ended sees the reason. A user
 * whose account is scheduled for deletion is redirected to the account page, where the deletion can be cancelled.
 */
function WithoutAccess({ userId }: { userId: string }) {
  const known = useAccess();
  const deletionDueAt = useDeletionDueAt(userId);
  if (known.status === "loading") return <EnrollmentWait />;
  if (!known.access || known.access.status === "active") {
    return deletionDueAt ? <Navigate to={paths.account()} replace /> : <ToCatalogue />;
  }
  return <AccessEnded access={known.access} />;
}

/** The catalogue says why it opened. */
function ToCatalogue() {
  return <Navigate to={paths.catalogue()} replace state={NOT_ENROLLED} />;
}

/** Shown offline to a user who was not enrolled at the last check: what is known, since when, and what to do. */
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

/**
 * Shown to a learner whose access has ended: says why the course is closed and that nothing was lost. The notice above
 * says what to do.
 */
function AccessEnded({ access: { status, reason } }: { access: Access }) {
  const progress = useCourseProgress();
  if (progress.status === "loading" || progress.load === "pending") return <EnrollmentWait />;
  const isPaused = status === "paused";
  const hasLeft = reason === "seat_ended";
  return (
    <div className="page py-10">
      <h1>My Learning</h1>
      <EmptyState
        title={
          isPaused
            ? "Your lessons are waiting for you"
            : hasLeft
              ? "Your place in a team has ended"
              : "Your access has ended"
        }
        action={
          reason === "seat_paused" ? undefined : isPaused ? (
            <LinkButton to={paths.account()}>See your payments</LinkButton>
          ) : (
            <LinkButton to={paths.catalogue()}>View All Courses</LinkButton>
          )
        }
      >
        <p>
          {progress.load === "done" && `${progress.completedCount} of ${TOTAL_LESSONS} lessons complete. `}
          Your progress is kept
          {isPaused ? " and you can continue where you left off." : " in case you come back."}
        </p>
        {hasLeft && (
          <p className="mt-2">
            Your certificate and everything you wrote stay yours. You can enrol yourself, or ask for a new
            invitation.
          </p>
        )}
        {!isPaused && !hasLeft && (
          <p className="mt-2">
            To find out what happened, see <TextLink to={paths.account()}>Your payments</TextLink>.
          </p>
        )}
      </EmptyState>
    </div>
  );
}

/** If a read of the device's database fails, logs it in the spec's words and ends the loading state (spec §8). */
function DashboardErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ReadBoundary
      log="Error loading dashboard data"
      failed={(retry) => (
        <div className="page py-10">
          <EmptyState
            title="We could not read your progress on this device"
            action={<Button onClick={retry}>Try again</Button>}
          >
            <p>
              Anything already sent is safe in your account. Close other tabs that have this site open and try
              again.
            </p>
          </EmptyState>
        </div>
      )}
    >
      {children}
    </ReadBoundary>
  );
}
