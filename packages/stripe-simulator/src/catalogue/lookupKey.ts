import { badRequest } from "../api/apiError.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import type { World } from "../world.ts";
import { prices } from "./price.ts";

/** A lookup key names one price: another holder is refused, or gives it up when `transfer` is true. */
export function claimLookupKey(
  world: World,
  key: string,
  priceId: string,
  transfer: boolean | undefined,
): void {
  const holder = world.store.all(prices).find((price) => price.lookup_key === key && price.id !== priceId);
  if (!holder) return;
  if (!transfer) {
    throw badRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. Please use another lookup key, or set \`transfer_lookup_key\` to true to move it.`,
      { param: "lookup_key" },
    );
  }
  saveUpdate(world, prices, holder.id, "price.updated", (before) => ({ ...before, lookup_key: null }));
}
