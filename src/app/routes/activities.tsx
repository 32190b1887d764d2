import type { ActivitiesSlotProps } from "../../features/player/slots/activitiesSlot.ts";
import type { LabSlot } from "../../features/workbook/LabField.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { useAfterFirstPaint } from "../../ui/page/useAfterFirstPaint.ts";
import { BesideLesson } from "./BesideLesson.tsx";

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
