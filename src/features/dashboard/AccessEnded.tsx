import { useCourseProgress } from "../../db/live.ts";
import type { Access } from "../../db/rows.ts";
import { TOTAL_LESSONS } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { EnrollmentWait } from "./EnrollmentWait.tsx";

/**
 * For a learner whose access has ended: why the course is closed and that nothing was lost. The notice above says what
 * to do.
 */
export function AccessEnded({ status }: { status: Access["status"] }) {
  const progress = useCourseProgress();
  if (progress.status === "loading" || progress.load === "pending") return <EnrollmentWait />;
  const isPaused = status === "paused";
  return (
    <div className="page py-10">
      <h1>My Learning</h1>
      <EmptyState
        title={isPaused ? "Your lessons are waiting for you" : "Your access has ended"}
        action={
          isPaused ? (
            <LinkButton to={paths.account()}>See your payments</LinkButton>
          ) : (
            <LinkButton to={paths.catalogue()}>View All Courses</LinkButton>
          )
        }
      >
        <p>
          {progress.load === "done" && `${progress.completedCount} of ${TOTAL_LESSONS} lessons complete. `}
          Your progress is kept
          {isPaused ? " and continues where you left off." : " in case you come back."}
        </p>
        {!isPaused && (
          <p className="mt-2">
            To find out what happened, see <TextLink to={paths.account()}>Your payments</TextLink>.
          </p>
        )}
      </EmptyState>
    </div>
  );
}
