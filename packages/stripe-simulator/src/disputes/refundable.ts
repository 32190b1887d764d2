import type { Charge } from "../charges/charge.ts";
import type { World } from "../world.ts";
import { disputes } from "./dispute.ts";

/** While a dispute is open, and after it is lost, its charge cannot be refunded. */
export function refusedForDispute(world: World, charge: Charge): boolean {
  return world.store
    .all(disputes)
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}
