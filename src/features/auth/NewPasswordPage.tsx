import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { toast } from "../../ui/overlay/toast.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import { safeNext } from "./safeNext.ts";

/** Replaces an emailed temporary password with one that the user chooses. */
export default function NewPasswordPage() {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  const next = useNext();
  switch (state.status) {
    case "loading":
      return <Spinner label="Loading…" />;
    case "signedOut":
      return <Navigate to={signInPath} replace />;
    case "signedIn":
      if (!state.identity.mustChangePassword) return <Navigate to={next} replace />;
      return <TemporaryPassword email={state.identity.email} next={next} />;
  }
}

/** The page that the learner wanted to open. */
function useNext(): string {
  const [query] = useSearchParams();
  return safeNext(query.get("next"), location.origin);
}

function TemporaryPassword({ email, next }: { email: string; next: string }) {
  const { changePassword } = useAuth();
  const navigate = useNavigate();
  const save = async (password: string) => {
    const outcome = await changePassword(password);
    if (!outcome.ok) return outcome.message;
    toast({ title: "Your new password is set" });
    navigate(next, { replace: true });
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
