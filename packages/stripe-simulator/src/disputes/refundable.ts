import type { Charge } from "../charges/charge.ts";
import type { World } from "../world.ts";
import { disputes } from "./dispute.ts";

/** A charge cannot be refunded while a dispute is open or after it is lost. */
export function refusedForDispute(world: World, charge: Charge): boolean {
  return world.store
    .all(disputes)
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}
