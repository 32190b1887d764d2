import { Navigate } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { useAuth } from "../../platform/auth.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Purchases } from "./Purchases.tsx";

/** What an account holds and costs. It asks the server, and says so without a connection. */
export function Component() {
  const { state } = useAuth();
  switch (state.status) {
    case "loading":
      return (
        <div className="page py-16">
          <Spinner label="Opening your account…" />
        </div>
      );
    case "signedOut":
      return <Navigate to={paths.auth()} replace />;
    case "signedIn":
      return (
        <div className="page flex flex-col gap-10 py-10">
          <header>
            <p className="eyebrow">Your account</p>
            <h1 className="wrap-anywhere">{state.identity.email}</h1>
          </header>
          <Purchases key={state.identity.userId} />
        </div>
      );
  }
}
