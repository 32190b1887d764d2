import type { CallResult } from "../../platform/functions.ts";

type Refused = Extract<CallResult<unknown>, { ok: false }>;

/** True if nothing went wrong: the name is confirmed and the certificate will be issued automatically. */
export function isWaiting(refused: Refused | null): boolean {
  return refused?.code === "plan_running";
}

/** Why there is no certificate yet, for the learner. Null means that the device could not store it. */
export function refusalText(result: Refused | null): string {
  if (!result) return "This device could not save the certificate. Free some space on it and try again.";
  switch (result.kind) {
    case "offline":
      return "There is no connection. Your name is saved here: try again when you are online.";
    case "broken":
      return "The server did not respond correctly. Please try again later.";
    case "refused":
      if (isWaiting(result)) return `Your name is confirmed. ${result.message}`;
      return result.message ?? "The server did not issue a certificate. Please try again.";
  }
}
