import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { ReadBoundary } from "../../ui/page/ReadBoundary.tsx";

/** A part of a lesson that reads what the learner did. If the device cannot read it, the rest of the page works. */
export function BesideLesson({ part, children }: { part: string; children: ReactNode }) {
  return (
    <ReadBoundary
      log={`Error loading ${part}`}
      failed={(retry) => (
        <div className="flex flex-col items-start gap-3 print:hidden">
          <p role="status" className="max-w-prose">
            {`This device could not read ${part}. The rest of the page works.`}
          </p>
          <Button variant="secondary" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    >
      {children}
    </ReadBoundary>
  );
}
