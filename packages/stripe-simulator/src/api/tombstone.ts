import type { Kind, StripeObject } from "./kind.ts";

type Tombstone = {
  id: string;
  object: "simulator.tombstone";
  shown: StripeObject & { deleted: true };
};

/** What remains of deleted objects: Stripe still returns `{ id, object, deleted: true }`. */
export const tombstones: Kind<Tombstone> = {
  object: "simulator.tombstone",
  idPrefix: "",
  expandable: [],
  included: [],
};

export function tombstoneOf(object: StripeObject): Tombstone {
  return {
    id: object.id,
    object: "simulator.tombstone",
    shown: { id: object.id, object: object.object, deleted: true },
  };
}
