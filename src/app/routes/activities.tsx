import type { ReactNode } from "react";
import type { ActivitiesSlotProps } from "../../features/player/slots/activitiesSlot.ts";
import type { LabSlot } from "../../features/workbook/LabField.tsx";
import { Button } from "../../ui/Button.tsx";
import { useAfterFirstPaint } from "../../ui/page/appReady.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { ReadBoundary } from "../../ui/page/ReadBoundary.tsx";

const LazyActivities = lazyPart(async () => ({
  default: (await import("../../features/workbook/Activities.tsx")).Activities,
}));

/** The code of the interactive parts loads after the text, which can be read without it. */
export function Activities(props: ActivitiesSlotProps & { lab?: LabSlot }) {
  const isPainted = useAfterFirstPaint();
  return (
    isPainted && (
      <BesideLesson part="your answers in the text">
        <LazyActivities {...props} />
      </BesideLesson>
    )
  );
}

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
