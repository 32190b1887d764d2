import { Fragment, type ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { type Identity, useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Spinner } from "../../ui/Spinner.tsx";

type Props = {
  /** Shown while the session is being loaded. */
  opening: string;
  children: (identity: Identity) => ReactNode;
};

/**
 * A page for signed-in users. Anyone else signs in first and then returns to it. A change of user resets the page, so that no state
 * leaks from one user to the next.
 */
export function SignedIn({ opening, children }: Props) {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  switch (state.status) {
    case "loading":
      return (
        <div className="page py-16">
          <Spinner label={opening} />
        </div>
      );
    case "signedOut":
      return <Navigate to={signInPath} replace />;
    case "signedIn":
      return <Fragment key={state.identity.userId}>{children(state.identity)}</Fragment>;
  }
}
