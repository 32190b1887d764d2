import { replace } from "react-router-dom";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { paths } from "../../domain/paths.ts";
import { AuthPage } from "../../features/auth/AuthPage.tsx";
import { storedEmail } from "../storedSession.ts";

/** A signed-in user is redirected to the dashboard. */
export const loader = async () => ((await hasWorkingSession()) ? replace(paths.dashboard()) : null);

export function Component() {
  return <AuthPage />;
}

/**
 * True if this device has both an active learner and a session for the backend. A learner whose session was rejected is
 * still active on the device, but must be able to open the sign-in page.
 */
async function hasWorkingSession(): Promise<boolean> {
  if (storedEmail() === null || readIdentityHint() === null) return false;
  const { settledActive } = await import("../../db/store/active.ts");
  return (await settledActive()).status === "signedIn";
}
