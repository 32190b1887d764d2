import { memo } from "react";
import type { NotesSlotProps } from "../../features/player/slots/notesSlot.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { useAfterFirstPaint } from "../../ui/page/useAfterFirstPaint.ts";
import { BesideLesson } from "./BesideLesson.tsx";

const LazyNotes = lazyPart(() => import("../../features/notes/LessonNotes.tsx"));

/**
 * The section for notes below the text. Its code loads after the text, which can be read without it. Not rendered again
 * with every step.
 */
export const LessonNotes = memo(function LessonNotes({ headingRef, ...lesson }: NotesSlotProps) {
  const isPainted = useAfterFirstPaint();
  const notes = isPainted && (
    <BesideLesson part="your notes">
      <LazyNotes {...lesson} />
    </BesideLesson>
  );
  if (!lesson.isListed) return notes;
  return (
    <section
      aria-labelledby="lesson-notes"
      className="flex flex-col gap-4 border-t border-line pt-6 print:hidden"
    >
      <h2 id="lesson-notes" ref={headingRef} tabIndex={-1} className="scroll-mt-6 text-2xl">
        Your notes
      </h2>
      {notes}
    </section>
  );
});
