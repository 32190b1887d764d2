import type { CompletionSlotProps } from "../../features/player/completionSlot.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

/** A dialog whose code could not be fetched is offered again when the player is opened again. */
const LazyDialog = lazyPart<CompletionSlotProps>(
  async () => ({
    default: (await import("../../features/certificate/CompletionDialog.tsx")).CompletionDialog,
  }),
  { Missing: () => null },
);

/** The certificate's code comes when the course is complete. */
export function Completion(props: CompletionSlotProps) {
  return <LazyDialog {...props} />;
}
