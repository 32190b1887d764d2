import { useState } from "react";
import { mailPaths } from "../../../domain/mailPaths.ts";
import { openByLink, type Recovery, readMailedLink } from "../../../platform/session/signing-in/recovery.ts";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { AuthFrame, LinkMissing, LinkQuestion } from "../AuthFrame.tsx";
import { RecoveredPasswordForm } from "../NewPasswordForm.tsx";

/** Opened by the password-reset link, in any browser. Opening it changes nothing; pressing the button does. */
export default function ResetPasswordPage() {
  const tokenHash = readMailedLink(useFragmentOnce(), "recovery");
  const [recovery, setRecovery] = useState<Recovery | null>(null);
  const [isSpent, setIsSpent] = useState(false);
  if (recovery) return <RecoveredPasswordForm recovery={recovery} />;
  const newEmail = (
    <LinkButton to={mailPaths.forgottenPassword()} className="self-start">
      Get a new email
    </LinkButton>
  );
  if (tokenHash === null) return <LinkMissing>{newEmail}</LinkMissing>;
  if (isSpent) {
    return (
      <AuthFrame
        title="This link no longer works"
        intro={<p>It can be used once and expires after an hour. Use the most recent email.</p>}
      >
        {newEmail}
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
      text="You opened the link in our email. Continue to choose a new one; the link then stops working."
      answer="Choose a new password"
      onAnswer={open}
    />
  );
}
