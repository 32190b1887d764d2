import { Fragment, type ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { type Identity, useAuth } from "../platform/auth.tsx";
import { Spinner } from "../ui/Spinner.tsx";

type Props = {
  /** Said while the device finds out who is here. */
  opening: string;
  children: (identity: Identity) => ReactNode;
};

/** A page about somebody. Whoever is not signed in does so first, and nobody finds what another has begun there. */
export function SignedIn({ opening, children }: Props) {
  const { state } = useAuth();
  switch (state.status) {
    case "loading":
      return (
        <div className="page py-16">
          <Spinner label={opening} />
        </div>
      );
    case "signedOut":
      return <Navigate to={paths.auth()} replace />;
    case "signedIn":
      return <Fragment key={state.identity.userId}>{children(state.identity)}</Fragment>;
  }
}
