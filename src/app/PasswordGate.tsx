import { Navigate, Outlet } from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { useAuth } from "../platform/auth.tsx";

/** Whoever signed in with a mailed temporary password chooses their own before anything else. */
export function Component() {
  const { state } = useAuth();
  if (state.status === "signedIn" && state.identity.mustChangePassword) {
    return <Navigate to={paths.newPassword()} replace />;
  }
  return <Outlet />;
}
