import { z } from "zod";
import type { Kind } from "../api/kind.ts";
import type { Store } from "../store.ts";

const MAX_COPIES = 10;
const MAX_DELAY_MS = 24 * 60 * 60 * 1000;

/**
 * `hold` queues events and sends nothing until they are released; `drop` loses new events, as a broken network would.
 */
const webhookMode = z.enum(["deliver", "hold", "drop"]);
export type WebhookMode = z.output<typeof webhookMode>;

/** The faults of the network between Stripe and the site. Settings that are left out do not change. */
export const webhookSettings = z.strictObject({
  mode: webhookMode.optional(),
  /** How many times each event is sent: 2 duplicates every event. */
  copies: z.int().min(1).max(MAX_COPIES).optional(),
  /** Loses the next `next` events, or all of them if it is null; only those of `types`, if given. Null loses none. */
  lose: z
    .strictObject({ next: z.int().min(1).nullable(), types: z.array(z.string()).optional() })
    .nullable()
    .optional(),
  /** How long an event waits before it is sent. */
  delay_ms: z.int().min(0).max(MAX_DELAY_MS).optional(),
});

type Settings = {
  mode: WebhookMode;
  copies: number;
  lose: { next: number | null; types?: string[] | undefined } | null;
  delay_ms: number;
};

type StoredSettings = Settings & { id: "webhooks"; object: "simulator.setting" };

const kept: Kind<StoredSettings> = { object: "simulator.setting" };

const DEFAULT_SETTINGS: Settings = { mode: "deliver", copies: 1, lose: null, delay_ms: 0 };

export function readSettings(store: Store): Settings {
  const { mode, copies, lose, delay_ms } = { ...DEFAULT_SETTINGS, ...store.get(kept, "webhooks") };
  return { mode, copies, lose, delay_ms };
}

export function changeSettings(store: Store, change: Partial<Settings>): void {
  const settings = { ...readSettings(store), ...change };
  store.put(kept, { ...settings, id: "webhooks", object: "simulator.setting" });
}
