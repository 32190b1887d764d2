import { z } from "zod";
import { requireObject, type World } from "../world.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import type { Kind, StripeObject } from "./kind.ts";
import { tombstoneOf, tombstones } from "./tombstone.ts";

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
