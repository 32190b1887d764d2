import { readIdentityHint } from "../db/identityHint.ts";
import { storedEmail } from "./storedSession.ts";

/**
 * True when this device has a learner and a session for the backend. A learner whose session was refused is still
 * at home on the device, yet must be let through to the sign-in page.
 */
export async function hasWorkingSession(): Promise<boolean> {
  if (storedEmail() === null || readIdentityHint() === null) return false;
  const { settledActive } = await import("../db/active.ts");
  return (await settledActive()).status === "signedIn";
}
