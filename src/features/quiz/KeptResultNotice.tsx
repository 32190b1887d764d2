import { useState } from "react";
import { forgetKeptResult, type KeptResult, keptResult } from "../../db/study/keptResult.ts";
import { useMayOwnResult } from "../../db/study/useOwnResult.ts";
import { submitQuiz } from "../../db/synced/progress.ts";
import { gradeQuiz } from "../../domain/course/quiz.ts";
import { formatLongDay } from "../../domain/text/dates.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { focusMain } from "../../ui/page/focusMain.ts";

/** Asks a learner who has bought the course since, once, whether the result that a visitor kept in this browser is theirs. */
export default function KeptResultNotice() {
  const [kept, setKept] = useState(keptResult);
  return kept && <Question kept={kept} onAnswered={() => setKept(null)} />;
}

function Question({ kept: { quiz, keptAt }, ...props }: { kept: KeptResult; onAnswered: () => void }) {
  const isAsked = useMayOwnResult({ quiz, keptAt });
  const [isSaving, setIsSaving] = useState(false);
  const { scorePercent } = gradeQuiz(quiz.answers, quiz.correctAnswers);

  function answered(): void {
    forgetKeptResult();
    props.onAnswered();
    // The buttons have disappeared.
    focusMain();
  }
  async function add(): Promise<void> {
    setIsSaving(true);
    try {
      // Dated now: a result cannot be older than the enrolment.
      await submitQuiz(quiz);
      toast({ title: "Your result was added", description: `Lesson ${quiz.lessonId}: ${scorePercent}%` });
      answered();
    } catch (error) {
      console.error("Failed to save quiz score", error);
      setIsSaving(false);
      toast({
        title: "Error",
        description: "Failed to save progress. Please try again.",
        variant: "destructive",
      });
    }
  }

  if (!isAsked) return null;
  return (
    <Banner
      title={`Add your result of lesson ${quiz.lessonId}?`}
      action={
        <div className="flex flex-wrap gap-3">
          <Button busy={isSaving} onClick={() => void add()}>
            {isSaving ? "Saving…" : "Yes, add it"}
          </Button>
          <Button variant="secondary" disabled={isSaving} onClick={answered}>
            No, delete it
          </Button>
        </div>
      }
    >
      <p>
        {`On ${formatLongDay(new Date(keptAt).toISOString())}, the quiz of lesson ${quiz.lessonId} was passed with ${scorePercent}% and kept in this browser before anyone signed in. Was that you?`}
      </p>
    </Banner>
  );
}
