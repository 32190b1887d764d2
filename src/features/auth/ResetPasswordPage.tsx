import { useState } from "react";
import { mailPaths } from "../../domain/mailPaths.ts";
import { readMailedLink } from "../../platform/mailedLink.ts";
import { openByLink, type Recovery } from "../../platform/recovery.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { LinkQuestion } from "./LinkQuestion.tsx";
import { RecoveredPasswordForm } from "./RecoveredPasswordForm.tsx";
import { useFragmentOnce } from "./useFragmentOnce.ts";

/** Opened by the password-reset link, in any browser. Opening it changes nothing; pressing the button does. */
export default function ResetPasswordPage() {
  const tokenHash = readMailedLink(useFragmentOnce(), "recovery");
  const [recovery, setRecovery] = useState<Recovery | null>(null);
  const [isSpent, setIsSpent] = useState(false);
  if (recovery) return <RecoveredPasswordForm recovery={recovery} />;
  if (tokenHash === null || isSpent) {
    return (
      <AuthFrame
        title={isSpent ? "This link does not work any more" : "Open the link in your mail"}
        intro={
          <p>
            {isSpent
              ? "It works once, within an hour, and only the newest mail counts."
              : "This page belongs to the mail for a forgotten password, and opens with its link."}
          </p>
        }
      >
        <LinkButton to={mailPaths.forgottenPassword()} className="self-start">
          Get a new mail
        </LinkButton>
      </AuthFrame>
    );
  }
  const open = async () => {
    const opened = await openByLink(tokenHash);
    if (opened.ok) setRecovery(opened.recovery);
    else if (opened.isSpent) setIsSpent(true);
    else return opened.message;
    return null;
  };
  return (
    <LinkQuestion
      title="Forgot your password?"
      text="You came here by our mail. Go on, and choose a new one: the link is then used up."
      answer="Choose a new password"
      onAnswer={open}
    />
  );
}
