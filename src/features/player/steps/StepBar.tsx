import { ListTree } from "lucide-react";
import { paths } from "../../../domain/paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { LinkButton } from "../../../ui/LinkButton.tsx";

type Props = {
  title: string;
  /** Null while the whole lesson is on one page. The build renders the bar with placeholders, which are strings. */
  progress: { step: number | string; steps: number | string; words: string } | null;
  /** True for a reader of the free preview. */
  hasPlans?: boolean;
  onContents?: () => void;
};

/** The lesson's name, its steps as a progress bar, and what is left. It stays at the top of the window. */
export function StepBar({ title, progress, hasPlans = false, onContents }: Props) {
  return (
    <div className="step-bar print:hidden">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          {/* On a phone, a third line would take room from the text. */}
          <p className={cx("truncate font-semibold", hasPlans && "max-sm:sr-only")}>{title}</p>
          {progress && <p className="text-base leading-snug text-muted">{progress.words}</p>}
        </div>
        {hasPlans && (
          <LinkButton variant="secondary" to={paths.tiers()}>
            See plans
          </LinkButton>
        )}
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
