import { useEffect } from "react";
import { useLearner } from "../../db/live.ts";
import { requireLearnerDb } from "../../db/store/active.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import { certificateDay } from "../../domain/certificate/certificateText.ts";
import { COURSE, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { lastPaymentDue } from "../../domain/sales/instalments.ts";
import { type BegunLesson, continuePath, continueWords } from "../../domain/study/begun.ts";
import { upNextLabel } from "../../entities/progress/progress.ts";
import { loadPurchases } from "../../platform/account/orders.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { useAfterFirstPaint } from "../../ui/page/appReady.ts";
import { TextLink } from "../../ui/TextLink.tsx";

type Props = {
  /** Null while it is unknown. */
  progress: { completedCount: number; percent: number; begun: BegunLesson | null } | null;
  /** Of the payment for which the certificate waits, or null. */
  dueAt: string | null;
};

/** The course with its progress, and a link to continue a lesson that was begun, or else to the course. */
export function MyCourseCard({ progress, dueAt }: Props) {
  return (
    <Card as="section" aria-labelledby="my-courses-title" className="flex flex-col gap-5">
      <h2 id="my-courses-title">My Courses</h2>
      <div>
        <p className="eyebrow">{COURSE.programme}</p>
        <h3 translate="no">{COURSE.title}</h3>
      </div>
      {progress ? (
        <CourseProgress {...progress} />
      ) : (
        <LinkButton to={paths.course()} className="self-start">
          Open the course
        </LinkButton>
      )}
      {dueAt && <p>Your certificate comes with your last payment, on {certificateDay(dueAt)}.</p>}
    </Card>
  );
}

function CourseProgress({ completedCount, percent, begun }: NonNullable<Props["progress"]>) {
  const isComplete = percent >= 100;
  const next = begun ? continuePath(begun) : paths.course();
  return (
    <>
      <Progress
        label="Progress"
        value={completedCount}
        max={TOTAL_LESSONS}
        valueText={`${percent}% · ${completedCount} of ${TOTAL_LESSONS} lessons`}
      />
      <p>
        Up Next: <TextLink to={next}>{upNextLabel(percent)}</TextLink>
        {begun && ` · Lesson ${begun.lessonId}: ${continueWords(begun)}`}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={next} variant="secondary">
          {isComplete ? "Review Course" : "Continue Learning"}
        </LinkButton>
        {isComplete && (
          <LinkButton to={paths.certificate()} variant="secondary">
            Your certificate
          </LinkButton>
        )}
      </div>
    </>
  );
}

/**
 * The due date of the payment for which the certificate waits, as an ISO time. `value` is null if it waits for none. Read
 * from this device, where each visit with a connection stores what the server says. Null while loading.
 */
export function useLastPaymentDue(): { value: string | null } | null {
  const stored = useLearner("lastPaymentDue", (db) => readMeta(db, "lastPaymentDue"), null);
  const isPainted = useAfterFirstPaint();
  useEffect(() => {
    if (!isPainted) return;
    refresh().catch((error: unknown) => console.info("The payments could not be read", error));
  }, [isPainted]);
  return stored;
}

async function refresh(): Promise<void> {
  const { db } = await requireLearnerDb();
  const known = await loadPurchases();
  if (!known.ok) return;
  const due = lastPaymentDue(known.data);
  await (due ? writeMeta(db, "lastPaymentDue", due) : db.meta.delete("lastPaymentDue"));
}
