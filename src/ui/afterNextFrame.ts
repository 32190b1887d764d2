/** A hidden tab paints no frames. */
const LONGEST_FRAME_MS = 100;

/**
 * Runs `task` after the next frame has been painted, or soon if none is, so that the response to a touch is painted
 * first.
 */
export function afterNextFrame(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    task();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_FRAME_MS);
}
