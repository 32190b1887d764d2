import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Origin } from "./useSavedAttempt.ts";

type Props = { origin: Origin; onAgain: () => void };

/** Explains what happened to a partly answered attempt. */
export function AttemptNote({ origin, onAgain }: Props) {
  switch (origin) {
    case "new":
      return null;
    case "resumed":
      return (
        <Banner
          title="Your answers are as you left them."
          action={
            <Button variant="secondary" onClick={onAgain}>
              Start again
            </Button>
          }
        />
      );
    case "outdated":
      return (
        <Banner title="This quiz has been restarted.">
          <p>
            The lesson has changed since you began, so your unfinished answers were cleared. Earlier results
            are kept.
          </p>
        </Banner>
      );
  }
}
