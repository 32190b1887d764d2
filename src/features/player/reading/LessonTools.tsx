import { ALargeSmall, ArrowDown, NotebookPen } from "lucide-react";
import { type RefObject, useCallback, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";

const ReadingPanel = lazyPart(() => import("./ReadingPanel.tsx"));
const ReadAloudBar = lazyPart(() => import("../aloud/ReadAloudBar.tsx"));

const PANEL_ID = "reading-settings";

type Props = { text: RefObject<HTMLElement | null>; onSkipText: () => void; onNotes: (() => void) | null };

/** Reading aids. None of them is needed to begin a lesson. */
export function LessonTools({ text, onSkipText, onNotes }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAloud, setIsAloud] = useState(false);
  const silence = useCallback(() => setIsAloud(false), []);
  return (
    <>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={onSkipText}>
          <ArrowDown aria-hidden="true" className="size-5" />
          Skip to the end of the lesson
        </Button>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={PANEL_ID}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ALargeSmall aria-hidden="true" className="size-5" />
          Reading settings
        </Button>
        {onNotes && (
          <Button variant="secondary" onClick={onNotes}>
            <NotebookPen aria-hidden="true" className="size-5" />
            Your notes
          </Button>
        )}
      </div>
      {isOpen && <ReadingPanel id={PANEL_ID} onReadAloud={() => setIsAloud(true)} />}
      {isAloud && <ReadAloudBar text={text} onClose={silence} />}
    </>
  );
}
