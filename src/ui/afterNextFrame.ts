/** A tab that was left since draws no frame. */
const LONGEST_FRAME_MS = 100;

/** Runs `task` once the next frame has been painted, or soon where none is: a touch is answered before what follows from it. */
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
