import { useEffect, useRef } from "react";
import type { Memory } from "./memory.ts";

const OPEN = "open";

/** Restores the folds that were open and stores when the learner opens or closes one. */
export function useFolds(page: HTMLElement, memory: Memory | null): void {
  const latest = useRef(memory);
  latest.current = memory;
  const isReady = memory !== null;

  // Synchronises with `<details>` elements that React did not render.
  useEffect(() => {
    if (!isReady) return undefined;
    for (const fold of page.querySelectorAll<HTMLDetailsElement>("details[data-fold]")) {
      if (latest.current?.recall(keyOf(fold)) === OPEN) fold.open = true;
    }
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement) || !target.dataset.fold) return;
      const isRemembered = latest.current?.recall(keyOf(target)) === OPEN;
      if (isRemembered !== target.open) latest.current?.remember(keyOf(target), target.open ? OPEN : null);
    };
    // `toggle` does not bubble.
    page.addEventListener("toggle", follow, { capture: true });
    return () => page.removeEventListener("toggle", follow, { capture: true });
  }, [page, isReady]);
}

function keyOf(fold: HTMLDetailsElement): string {
  return fold.dataset.fold ?? "";
}
