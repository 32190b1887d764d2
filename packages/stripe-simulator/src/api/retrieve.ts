import { z } from "zod";
import { requireObject } from "../world.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import type { Kind, StripeObject } from "./kind.ts";
import { tombstones } from "./tombstone.ts";

/** `GET path/:id`. A deleted object is returned as deleted where Stripe does so. */
export function retrieveEndpoint<T extends StripeObject>(
  path: string,
  kind: Kind<T>,
  also: z.ZodRawShape = {},
): Endpoint {
  return endpoint("GET", `${path}/:id`, z.strictObject(also), (world, _params, { id }) => {
    const deleted = world.store.get(tombstones, id)?.shown;
    return deleted?.object === kind.object ? deleted : requireObject(world, kind, id);
  });
}
