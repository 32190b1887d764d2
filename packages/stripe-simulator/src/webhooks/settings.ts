import { z } from "zod";
import type { Kind } from "../api/kind.ts";
import type { Store } from "../store.ts";

const MAX_COPIES = 10;

/**
 * `hold` queues events and sends nothing until they are released; `drop` loses new events, as a broken network would.
 */
const webhookMode = z.enum(["deliver", "hold", "drop"]);

/** The faults of the network between Stripe and the site. Settings that are left out do not change. */
export const webhookSettings = z.strictObject({
  mode: webhookMode.optional(),
  /** How many times each event is sent: 2 duplicates every event. */
  copies: z.int().min(1).max(MAX_COPIES).optional(),
  /** The types of events that are lost; null loses none. */
  lose: z.array(z.string()).nullable().optional(),
});

type Settings = {
  mode: z.output<typeof webhookMode>;
  copies: number;
  lose: string[] | null;
};

type StoredSettings = Settings & { id: "webhooks"; object: "simulator.setting" };

const kept: Kind<StoredSettings> = { object: "simulator.setting" };

const DEFAULT_SETTINGS: Settings = { mode: "deliver", copies: 1, lose: null };

export function readSettings(store: Store): Settings {
  const { mode, copies, lose } = { ...DEFAULT_SETTINGS, ...store.get(kept, "webhooks") };
  return { mode, copies, lose };
}

export function changeSettings(store: Store, change: Partial<Settings>): void {
  const settings = { ...readSettings(store), ...change };
  store.put(kept, { ...settings, id: "webhooks", object: "simulator.setting" });
}
