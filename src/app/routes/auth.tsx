import { type LoaderFunctionArgs, replace } from "react-router-dom";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { AuthPage } from "../../features/auth/AuthPage.tsx";
import { safeNext } from "../../features/auth/safeNext.ts";
import { authState } from "../../platform/session/authStore.ts";
import { storedEmail } from "../storedSession.ts";

/** A signed-in user is redirected to the page that they wanted to open, otherwise to the dashboard. */
export const loader = ({ request }: Pick<LoaderFunctionArgs, "request">) => {
  if (!hasWorkingSession()) return null;
  const { searchParams, origin } = new URL(request.url);
  return replace(safeNext(searchParams.get("next"), origin));
};

export function Component() {
  return <AuthPage />;
}

/**
 * True if this device has both an active learner and a session for the backend. A learner whose session was rejected is
 * still active on the device, but must be able to open the sign-in page. Decided without the device's database, which may
 * never answer; what it has answered counts.
 */
function hasWorkingSession(): boolean {
  return storedEmail() !== null && readIdentityHint() !== null && authState().status !== "signedOut";
}
