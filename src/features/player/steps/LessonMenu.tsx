import { FileText, GalleryHorizontal, NotebookPen, Volume2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { LessonStep } from "../../../domain/course/steps.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { LEARNING_PLACES, VISITOR_PLACES } from "../../../domain/learningPlaces.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";
import { PlaceStrip } from "../../../ui/study/PlaceStrip.tsx";
import { useHasVoice } from "../aloud/useVoice.ts";
import { CourseOutline } from "../course/CourseOutline.tsx";
import type { CourseState } from "../course/courseState.ts";
import { ReadingPanel } from "../reading/ReadingPanel.tsx";

type Props = {
  lessonId: LessonId;
  course: CourseState;
  steps: readonly LessonStep[];
  /** The step on screen (one-based), or null while the whole lesson is on one page. */
  step: number | null;
  onStep: (step: number) => void;
  /** Null for a lesson that has no steps on this device. */
  onView: ((view: "steps" | "whole") => void) | null;
  onReadAloud: () => void;
  /** Null for visitors, who have no notes. */
  onNotes: (() => void) | null;
  /** Called when a lesson is chosen. */
  onChoose: () => void;
  onClose: () => void;
};

/** Everything that is not needed to read on: the steps and lessons, reading aids, search, workbook and notes. */
export default function LessonMenu(props: Props) {
  const { lessonId, course, steps, step, onStep, onView, onReadAloud, onNotes, onChoose, onClose } = props;
  const hasVoice = useHasVoice();
  /** Closes the dialog first, because the page cannot take focus while it is open. */
  const then = (act: () => void) => () => {
    flushSync(onClose);
    act();
  };
  return (
    <Dialog open onClose={onClose} title="Contents and tools">
      <div className="flex flex-wrap gap-3">
        {hasVoice ? (
          <Button variant="secondary" onClick={then(onReadAloud)}>
            <Volume2 aria-hidden="true" className="size-5" />
            Read the lesson aloud
          </Button>
        ) : (
          <p className="basis-full text-muted">
            This device has no English voice, so it cannot read the lesson aloud. You may be able to add one
            in its speech settings.
          </p>
        )}
        {onNotes && (
          <Button variant="secondary" onClick={then(onNotes)}>
            <NotebookPen aria-hidden="true" className="size-5" />
            Notes on this lesson
          </Button>
        )}
        {onView && (
          <Button variant="secondary" onClick={then(() => onView(step === null ? "steps" : "whole"))}>
            {step === null ? (
              <GalleryHorizontal aria-hidden="true" className="size-5" />
            ) : (
              <FileText aria-hidden="true" className="size-5" />
            )}
            {step === null ? "One step at a time" : "Whole lesson on one page"}
          </Button>
        )}
      </div>
      {step !== null && (
        <nav aria-label="Steps of this lesson">
          <ol>
            {steps.map(({ title, minutes }, index) => (
              <li key={title}>
                <button
                  type="button"
                  aria-current={index + 1 === step ? "step" : undefined}
                  onClick={then(() => onStep(index + 1))}
                  className={cx(
                    "flex min-h-11 w-full items-baseline gap-3 rounded-card border px-3 py-2 text-left hover:bg-sunken",
                    index + 1 === step ? "border-accent bg-sunken font-semibold" : "border-transparent",
                  )}
                >
                  <span className="w-6 shrink-0 text-right tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1">{title}</span>
                  <span className="shrink-0 text-base font-normal text-muted">{minutes} min</span>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div>
        <Folded summary="Reading settings">
          <ReadingPanel />
        </Folded>
        <Folded summary="All lessons">
          <CourseOutline
            course={course}
            current={lessonId}
            onChoose={() => {
              onClose();
              onChoose();
            }}
          />
        </Folded>
      </div>
      <PlaceStrip places={course.signedIn ? LEARNING_PLACES : VISITOR_PLACES} />
    </Dialog>
  );
}

/** Rendered when it is first opened, because on a slow phone rendering it takes most of the time to open the dialog. */
function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Disclosure summary={summary} onClick={() => setWasOpened(true)}>
      {wasOpened && children}
    </Disclosure>
  );
}
