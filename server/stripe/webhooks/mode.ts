import { z } from "zod";
import type { Kind } from "../api/kind.ts";
import type { Store } from "../store/store.ts";

/** `hold` queues and sends nothing until released; `drop` loses what happens meanwhile, as a broken network would. */
export const webhookMode = z.enum(["deliver", "hold", "drop"]);
export type WebhookMode = z.output<typeof webhookMode>;

type Setting = { id: "webhooks"; object: "simulator.setting"; mode: WebhookMode };

const settings: Kind<Setting> = { object: "simulator.setting", idPrefix: "", expandable: [], included: [] };

export function readMode(store: Store): WebhookMode {
  return store.get(settings, "webhooks")?.mode ?? "deliver";
}

export function setMode(store: Store, mode: WebhookMode): void {
  store.put(settings, { id: "webhooks", object: "simulator.setting", mode });
}
