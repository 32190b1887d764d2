import { Navigate } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { LessonsHere } from "../../features/downloads/LessonsHere.tsx";
import { SyncCentre } from "../../features/sync-centre/SyncCentre.tsx";
import { useAuth } from "../../platform/auth.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

/** Where the sync centre and the downloads meet: what is kept on this device, and what waits to be sent. */
export function Component() {
  const { state } = useAuth();
  switch (state.status) {
    case "loading":
      return (
        <div className="page py-16">
          <Spinner label="Looking at this device…" />
        </div>
      );
    case "signedOut":
      return <Navigate to={paths.auth()} replace />;
    case "signedIn":
      return (
        <div className="page flex max-w-3xl flex-col gap-12 py-10">
          <header className="flex flex-col gap-3">
            <p className="eyebrow">My Learning</p>
            <h1>This device</h1>
            <p className="max-w-prose text-lg text-muted">
              Everything you do is kept here first and sent to your account when there is a connection.
            </p>
          </header>
          <SyncCentre account={state.identity.email} />
          <LessonsHere key={state.identity.userId} />
        </div>
      );
  }
}
