import { useBegunLesson } from "../../../db/study/begunLesson.ts";
import { useEnrollment } from "../../../db/study/enrollment.ts";
import { COURSE, LESSON_MINUTES, outlineLesson, TOTAL_LESSONS } from "../../../domain/course/course.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { continuePath, continueWords } from "../../../domain/study/begun.ts";
import { Card } from "../../../ui/Card.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { ThreadPattern } from "../../../ui/pattern/ThreadPattern.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { CourseState } from "./courseState.ts";
import { EnrollmentOffer } from "./EnrollmentOffer.tsx";
import { nextLesson } from "./nextLesson.ts";

type Props = { course: CourseState; onChoose: (lessonId: LessonId) => void };

/** The main area before a lesson is chosen. */
export default function WelcomePanel({ course, onChoose }: Props) {
  const continued = useBegunLesson();
  const enrollment = useEnrollment();
  if (continued.status === "loading") return <Spinner label="Opening the course…" />;
  const { begun } = continued;
  const next = begun?.lessonId ?? nextLesson(course.isComplete);
  const target = next ?? "1";
  const isOfferDue = !course.signedIn || enrollment.status === "notEnrolled";
  return (
    <>
      <ThreadPattern seed="course" className="h-28 w-full rounded-card border border-line sm:h-40" />
      <header className="flex flex-col gap-3">
        <p className="eyebrow">
          {COURSE.programme} · {COURSE.level}
        </p>
        <h1 translate="no">{COURSE.title}</h1>
      </header>
      <section aria-labelledby="overview-title" className="flex flex-col gap-3">
        <h2 id="overview-title">Course overview</h2>
        <ul className="flex list-disc flex-col gap-1 pl-6">
          <li>{TOTAL_LESSONS} practical lessons</li>
          <li>{COURSE.modules.length} comprehensive modules</li>
          <li>{LESSON_MINUTES} minutes a day</li>
          <li>A short quiz after each lesson</li>
        </ul>
      </section>
      <div className="flex flex-wrap gap-3">
        {next === null && (
          <LinkButton to={paths.certificate()} size="large">
            Your certificate
          </LinkButton>
        )}
        <LinkButton
          variant={next === null ? "secondary" : "primary"}
          to={begun ? continuePath(begun) : paths.course(target)}
          onClick={() => onChoose(target)}
          size="large"
        >
          {begun ? `Lesson ${begun.lessonId}: ${continueWords(begun)}` : callToAction(next, course)}
        </LinkButton>
      </div>
      {isOfferDue && (
        <Card as="section" aria-labelledby="offer-title" className="flex flex-col gap-4">
          <h2 id="offer-title">Enrol for the whole course</h2>
          <EnrollmentOffer />
        </Card>
      )}
    </>
  );
}

function callToAction(next: LessonId | null, { progressLoad, completedCount }: CourseState): string {
  if (next === null) return "Read lesson 1 again";
  const { title } = outlineLesson(next);
  if (progressLoad !== "done") return `Open lesson ${next}: ${title}`;
  return completedCount === 0
    ? `Start with lesson ${next}: ${title}`
    : `Continue with lesson ${next}: ${title}`;
}
