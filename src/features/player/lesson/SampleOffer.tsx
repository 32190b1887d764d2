import { type ReactNode, useState } from "react";
import { useEnrollment } from "../../../db/study/enrollment.ts";
import { forgetKeptResult, keepResult, keptResult, keptUntil } from "../../../db/study/keptResult.ts";
import type { QuizSubmission } from "../../../db/synced/progress.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { EnrollmentOffer } from "../course/EnrollmentOffer.tsx";

type PassedProps = { signedIn: boolean; quiz: QuizSubmission };

/** What follows a passed quiz of the free lesson. */
export function PassedOffer({ signedIn, quiz }: PassedProps) {
  return (
    <Offer
      signedIn={signedIn}
      title={signedIn ? "You passed. Go on with the course" : "You passed. Keep this result"}
    >
      {signedIn ? <p>Your result is saved in your account.</p> : <KeepResult quiz={quiz} />}
    </Offer>
  );
}

/** At the end of the free lesson: a result that was kept, and the plans. */
export default function SampleEnd({ signedIn }: { signedIn: boolean }) {
  return (
    <Offer signedIn={signedIn} title="Enrol for the whole course">
      {!signedIn && <KeepResult quiz={null} />}
    </Offer>
  );
}

/** Not for a learner whose payment may not have reached this device. */
function Offer({ signedIn, title, children }: { signedIn: boolean; title: string; children: ReactNode }) {
  const enrollment = useEnrollment();
  if (signedIn && enrollment.status !== "notEnrolled") return null;
  return (
    <Card as="section" aria-labelledby="sample-title" className="flex flex-col gap-4">
      <h2 id="sample-title" className="text-2xl">
        {title}
      </h2>
      {children}
      <EnrollmentOffer />
    </Card>
  );
}

/** Keeps the result in this browser if the visitor asks for it. Without a `quiz`, says only what was kept. */
function KeepResult({ quiz }: { quiz: QuizSubmission | null }) {
  const [kept, setKept] = useState(() => (quiz ? null : keptResult()));
  const [hasFailed, setHasFailed] = useState(false);
  if (!kept && !quiz) return null;
  const keep = (result: QuizSubmission) => {
    const stored = keepResult(result);
    setKept(stored);
    setHasFailed(!stored);
  };
  const forget = () => {
    forgetKeptResult();
    setKept(null);
    // Without a quiz, the button disappears.
    if (!quiz) focusMain();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status">
        {hasFailed
          ? "This browser stores nothing for the academy, so the result could not be kept."
          : kept
            ? `Your result is kept in this browser until ${formatLongDay(new Date(keptUntil(kept)).toISOString())}. After you have bought a plan and signed in here, we ask whether to add it to your course.`
            : "You are not signed in, so nothing is saved yet. If you ask us to, this browser keeps your answers for 30 days. After you have bought a plan and signed in here, you can add them to your course."}
      </p>
      {/* One button, so that it keeps the focus. */}
      <Button variant={kept ? "quiet" : "secondary"} onClick={() => (kept ? forget() : quiz && keep(quiz))}>
        {kept ? "Delete the result" : "Keep this result"}
      </Button>
    </div>
  );
}
