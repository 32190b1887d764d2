import { ListTree, X } from "lucide-react";
import type { ProgressLoad } from "../../../db/live.ts";
import { TOTAL_LESSONS } from "../../../domain/course/course.ts";
import { LEARNING_PLACES, VISITOR_PLACES } from "../../../domain/learningPlaces.ts";
import { Button } from "../../../ui/Button.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { PlaceStrip } from "../../../ui/study/PlaceStrip.tsx";

type Props = {
  signedIn: boolean;
  progressLoad: ProgressLoad;
  completedCount: number;
  isOutlineShown: boolean;
  onToggleOutline: () => void;
};

/** The learner's progress, links into the course and, on a narrow screen, the button that opens the outline. */
export function CourseSummary({
  signedIn,
  progressLoad,
  completedCount,
  isOutlineShown,
  onToggleOutline,
}: Props) {
  const Icon = isOutlineShown ? X : ListTree;
  return (
    <div className="flex flex-col gap-4">
      {progressLoad === "done" ? (
        <Progress
          label="Course progress"
          value={completedCount}
          max={TOTAL_LESSONS}
          valueText={`${completedCount} of ${TOTAL_LESSONS} lessons complete`}
        />
      ) : (
        <p role="status">
          {progressLoad === "pending"
            ? "Loading your progress..."
            : "Your progress has not loaded yet. It is safe in your account."}
        </p>
      )}
      <PlaceStrip places={signedIn ? LEARNING_PLACES : VISITOR_PLACES} />
      <Button
        variant="secondary"
        className="lg:hidden"
        aria-expanded={isOutlineShown}
        aria-controls="course-outline"
        onClick={onToggleOutline}
      >
        <Icon aria-hidden="true" className="size-5" />
        {isOutlineShown ? "Hide the lessons" : "Show the lessons"}
      </Button>
    </div>
  );
}
