import { ArrowLeft, ArrowRight } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { isPlainClick } from "../course/isPlainClick.ts";

type Props = {
  /** The address of the step before, or null on the first one. */
  back: string | null;
  /** The address of the next step, or null on the last one. */
  next: string | null;
  /** Called instead of following the link. */
  onBack?: () => void;
  onNext?: () => void;
  /** What the last step offers in place of Continue. */
  end?: ReactNode;
};

/** The place of the button that leads on. */
export const ONWARD = "flex-1 sm:ml-auto sm:max-w-64";

/** Back and Continue, within a thumb's reach. They are links, so that they work before the app has started. */
export function StepLinks({ back, next, onBack, onNext, end }: Props) {
  const instead = (act: (() => void) | undefined) => (event: MouseEvent) => {
    if (!act || !isPlainClick(event)) return;
    event.preventDefault();
    act();
  };
  return (
    <nav aria-label="Steps" className="step-links print:hidden">
      {back !== null && (
        <LinkButton to={back} variant="secondary" onClick={instead(onBack)}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back
        </LinkButton>
      )}
      {next === null ? (
        end
      ) : (
        <LinkButton to={next} className={ONWARD} onClick={instead(onNext)}>
          Continue
          <ArrowRight aria-hidden="true" className="size-5" />
        </LinkButton>
      )}
    </nav>
  );
}
