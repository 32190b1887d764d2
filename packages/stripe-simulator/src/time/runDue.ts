import { lapseDue } from "../discounts/lapse.ts";
import type { World } from "../world.ts";
import { nextStep } from "./steps.ts";
import { worldAt } from "./timeline.ts";

/**
 * Does everything that simulated time has brought due: renewals, retries, ends, expiries. In the order of their
 * times, each dated with its own, and each as a whole or not at all.
 */
export function runDue(world: World): void {
  runSteps(world, (work) => world.store.atomically(work));
  lapseDue(world);
}

/** As `runDue`, inside a request that is already one whole. */
export function runDueInRequest(world: World): void {
  runSteps(world, (work) => work());
}

function runSteps(world: World, whole: (work: () => void) => void): void {
  // What happened by itself is nobody's request (docs.stripe.com/api/events/object, `request`).
  const alone = { ...world, request: { id: null, idempotency_key: null } };
  for (let step = nextStep(alone); step; step = nextStep(alone)) {
    const { at, run } = step;
    whole(() => run(worldAt(alone, at)));
  }
}
