import type { ComponentType } from "react";

/** What the player shows when the whole course is complete; the two meet in a route and do not know each other. */
export type CompletionSlot = ComponentType<CompletionSlotProps>;

export type CompletionSlotProps = { onClose(): void };
