import { Navigate, useNavigate } from "react-router-dom";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { paths } from "../../domain/paths.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";

/** Replaces an emailed temporary password with one that the user chooses. */
export default function NewPasswordPage() {
  const { state } = useAuth();
  switch (state.status) {
    case "loading":
      return <Spinner label="Loading…" />;
    case "signedOut":
      return <Navigate to={paths.auth()} replace />;
    case "signedIn":
      if (!state.identity.mustChangePassword) return <Navigate to={paths.dashboard()} replace />;
      return <TemporaryPassword email={state.identity.email} />;
  }
}

function TemporaryPassword({ email }: { email: string }) {
  const { changePassword } = useAuth();
  const navigate = useNavigate();
  const save = async (password: string) => {
    const outcome = await changePassword(password);
    if (!outcome.ok) return outcome.message;
    toast({ title: "Your new password is set" });
    navigate(paths.dashboard(), { replace: true });
    return null;
  };
  return (
    <AuthFrame
      title="Choose a new password"
      intro={
        <p className="text-muted">
          You signed in with a password that we sent by email. Other people may be able to read that email, so
          choose your own password now. The emailed one will then stop working.
        </p>
      }
    >
      <NewPasswordForm
        email={email}
        hint={PASSWORD_HINT}
        action="Save and continue"
        busyAction="Saving…"
        save={save}
      />
    </AuthFrame>
  );
}
