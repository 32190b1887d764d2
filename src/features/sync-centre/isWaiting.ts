import type { SyncPhase } from "../../db/store/syncStatus.ts";

/** Changes that are sent within this time are not mentioned. Otherwise the badge would flicker with every answer. */
const WORTH_A_WORD_MS = 10_000;

type Facts = { phase: SyncPhase; pending: number; parked: number; oldestAt: string | null };

/** True if the learner should see that unsent work is on this device. `nowMs` is the device's clock. */
export function isWaiting({ phase, pending, parked, oldestAt }: Facts, nowMs: number): boolean {
  if (parked > 0) return true;
  if (pending === 0) return false;
  if (phase === "offline" || phase === "error" || phase === "signedOut") return true;
  return oldestAt !== null && nowMs - Date.parse(oldestAt) > WORTH_A_WORD_MS;
}
