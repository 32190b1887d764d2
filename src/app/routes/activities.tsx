import { lazy, Suspense } from "react";
import type { ActivitiesSlotProps } from "../../features/player/activitiesSlot.ts";
import { useAfterFirstPaint } from "../useAfterFirstPaint.ts";

const LazyActivities = lazy(async () => ({
  default: (await import("../../features/workbook/Activities.tsx")).Activities,
}));

/** The code that brings a text to life comes after the text, which can be read without it. */
export function Activities(props: ActivitiesSlotProps) {
  const isPainted = useAfterFirstPaint();
  return (
    isPainted && (
      <Suspense>
        <LazyActivities {...props} />
      </Suspense>
    )
  );
}
