import type { ComponentType } from "react";

/**
 * The dialog for a completed course. The route connects it to the player, because features do not import each other.
 */
export type CompletionSlot = ComponentType<CompletionSlotProps>;

export type CompletionSlotProps = { onClose(): void };
