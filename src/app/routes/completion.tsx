import { type ComponentType, lazy, Suspense } from "react";
import type { CompletionSlotProps } from "../../features/player/completionSlot.ts";

/** A dialog whose code could not be fetched is offered again when the player is opened again. */
const LazyDialog = lazy(async (): Promise<{ default: ComponentType<CompletionSlotProps> }> => {
  try {
    return { default: (await import("../../features/certificate/CompletionDialog.tsx")).CompletionDialog };
  } catch (error) {
    console.warn("The certificate could not be shown", error);
    return { default: () => null };
  }
});

/** The certificate's code comes when the course is complete. */
export function Completion(props: CompletionSlotProps) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  );
}
