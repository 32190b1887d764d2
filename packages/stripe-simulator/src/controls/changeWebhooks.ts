import type { z } from "zod";
import { given } from "../api/params/given.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import { changeSettings, readSettings, type webhookSettings } from "../webhooks/settings.ts";
import type { World } from "../world.ts";

/**
 * Changes the settings. Unless the new mode delivers events, waits until all deliveries started under the old settings
 * have finished.
 */
export async function changeWebhooks(
  world: World,
  deliverer: Deliverer,
  change: z.output<typeof webhookSettings>,
): Promise<void> {
  changeSettings(world.store, given(change));
  await world.store.flush();
  if (readSettings(world.store).mode === "deliver") deliverer.wake();
  else await deliverer.idle();
}
