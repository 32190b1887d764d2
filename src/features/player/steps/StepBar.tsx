import { ListTree } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";

type Props = {
  title: string;
  /** Null while the whole lesson is on one page. The build renders the bar with placeholders, which are strings. */
  progress: { step: number | string; steps: number | string; words: string } | null;
  onContents?: () => void;
};

/** The lesson's name, its steps as a progress bar, and what is left. It stays at the top of the window. */
export function StepBar({ title, progress, onContents }: Props) {
  return (
    <div className="step-bar print:hidden">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{title}</p>
          {progress && <p className="text-base leading-snug text-muted">{progress.words}</p>}
        </div>
        <Button variant="secondary" aria-haspopup="dialog" onClick={onContents}>
          <ListTree aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Contents</span>
        </Button>
      </div>
      {progress && (
        <progress
          className="progress"
          aria-label="Steps of this lesson"
          aria-valuetext={progress.words}
          value={progress.step}
          max={progress.steps}
        />
      )}
    </div>
  );
}
