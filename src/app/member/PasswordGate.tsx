import { Navigate, Outlet } from "react-router-dom";
import { mailPaths } from "../../domain/mailPaths.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useReturning } from "../../platform/session/useSignInPath.ts";

/** A learner who signed in with an emailed temporary password must choose their own before anything else. */
export function Component() {
  const { state } = useAuth();
  const newPasswordPath = useReturning(mailPaths.newPassword());
  if (state.status === "signedIn" && state.identity.mustChangePassword) {
    return <Navigate to={newPasswordPath} replace />;
  }
  return <Outlet />;
}
