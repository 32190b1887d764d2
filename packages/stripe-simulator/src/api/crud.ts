import { z } from "zod";
import { emit, previousAttributes } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import type { Kind, StripeObject } from "./kind.ts";
import { tombstoneOf, tombstones } from "./view.ts";

/** `GET path/:id`. A deleted object is returned as deleted where Stripe does so. */
export function retrieveEndpoint<T extends StripeObject>(path: string, kind: Kind<T>): Endpoint {
  return endpoint("GET", `${path}/:id`, z.strictObject({}), (world, _params, { id }) => {
    const deleted = world.store.get(tombstones, id)?.shown;
    return deleted?.object === kind.object ? deleted : requireObject(world, kind, id);
  });
}

/**
 * `DELETE path/:id`: removes the object and leaves a tombstone. `before` may throw, or emit an event for the deletion.
 */
export function removeEndpoint<T extends StripeObject>(
  path: string,
  kind: Kind<T>,
  before: (world: World, object: T) => void,
): Endpoint {
  return endpoint("DELETE", `${path}/:id`, z.strictObject({}), (world, _params, { id }) => {
    const object = requireObject(world, kind, id);
    before(world, object);
    world.store.remove(kind, id);
    return world.store.put(tombstones, tombstoneOf(object)).shown;
  });
}

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
