type Fire = (options: { particleCount: number; spread: number; origin: { y: number } }) => unknown;

const PARTICLES = 100;
const SPREAD_DEGREES = 70;

/** The confetti burst of spec §9. `fire` is loaded on demand, and not at all with reduced motion. */
export async function launchConfetti(reducedMotion: boolean, load: () => Promise<Fire>): Promise<void> {
  if (reducedMotion) return;
  const fire = await load();
  await fire({ particleCount: PARTICLES, spread: SPREAD_DEGREES, origin: { y: 0.6 } });
}

/**
 * Draws on a canvas that is hidden from screen readers and removed afterwards. A worker made from a blob would violate
 * the site's Content-Security-Policy, hence `useWorker: false`.
 */
export async function loadConfetti(): Promise<Fire> {
  const { default: confetti } = await import("canvas-confetti");
  return async (burst) => {
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    canvas.className = "pointer-events-none fixed inset-0 z-50 size-full max-w-none bg-transparent";
    document.body.append(canvas);
    const settle = stayOnTop(canvas);
    await confetti.create(canvas, { useWorker: false, resize: true })(burst);
    settle();
    canvas.remove();
  };
}

/** Keeps the canvas above dialogs, including one that opens during the burst. Returns a function that stops this. */
function stayOnTop(canvas: HTMLCanvasElement): () => void {
  if (!("showPopover" in canvas)) return () => undefined;
  canvas.popover = "manual";
  canvas.showPopover();
  const rise = ({ target }: Event) => {
    if (!(target instanceof HTMLDialogElement) || !target.open) return;
    canvas.hidePopover();
    canvas.showPopover();
  };
  document.addEventListener("toggle", rise, { capture: true });
  return () => document.removeEventListener("toggle", rise, { capture: true });
}
