import { emit, previousAttributes } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import type { Kind, StripeObject } from "./kind.ts";

/** Replaces an object with the result of `change` and emits `event` with the previous values of what changed. */
export function saveUpdate<T extends StripeObject>(
  world: World,
  kind: Kind<T>,
  id: string,
  event: string | null,
  change: (before: T) => NoInfer<T>,
): T {
  const before = requireObject(world, kind, id);
  const after = change(before);
  const previous = previousAttributes(before, after);
  if (Object.keys(previous).length === 0) return before;
  world.store.put(kind, after);
  if (event) emit(world, event, after, previous);
  return after;
}
