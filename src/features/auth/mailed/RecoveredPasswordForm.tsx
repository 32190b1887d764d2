import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { PASSWORD_HINT } from "../../../domain/password.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import type { Recovery } from "../../../platform/session/signing-in/recovery.ts";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { AuthFrame } from "../AuthFrame.tsx";
import { NewPasswordForm } from "../NewPasswordForm.tsx";
import SecondFactorStep from "../SecondFactorStep.tsx";

/** Sets a new password after recovery by email. The link itself does not sign the user in; the new password does. */
export function RecoveredPasswordForm({ recovery }: { recovery: Recovery }) {
  const [isPassed, setIsPassed] = useState(recovery.challenge === null);
  if (isPassed || !recovery.challenge) return <PasswordForm recovery={recovery} />;
  return <SecondFactorStep challenge={recovery.challenge} onPassed={() => setIsPassed(true)} />;
}

function PasswordForm({ recovery }: { recovery: Recovery }) {
  const navigate = useNavigate();
  const signInPath = useSignInPath();
  const save = async (password: string) => {
    const outcome = await recovery.savePassword(password);
    if (!outcome.ok) return outcome.message;
    toast({ title: "Your new password is set", description: "Sign in with it now." });
    navigate(signInPath, { replace: true });
    return null;
  };
  return (
    <AuthFrame
      title="Choose a new password"
      intro={
        <p className="wrap-anywhere text-muted">
          For the account of <span translate="no">{readableEmail(recovery.email)}</span>. You will be signed
          out everywhere and can then sign in with the new password.
        </p>
      }
    >
      <NewPasswordForm
        email={recovery.email}
        hint={PASSWORD_HINT}
        action="Save the new password"
        busyAction="Saving…"
        save={save}
      />
    </AuthFrame>
  );
}
