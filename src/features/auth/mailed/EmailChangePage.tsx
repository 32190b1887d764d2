import { useEffect, useState } from "react";
import { paths } from "../../../domain/paths.ts";
import { agreeToEmailChange } from "../../../platform/account/address.ts";
import { readMailedLink } from "../../../platform/session/signing-in/recovery.ts";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { AuthFrame, LinkMissing, LinkQuestion } from "../AuthFrame.tsx";

const OUTCOMES = {
  changed: {
    title: "Your email address has been changed",
    text: "Both addresses are confirmed. From now on, sign in with the new one.",
  },
  half: {
    title: "One address is confirmed",
    text: "Now open the link in the email that we sent to the other address. Until then nothing will change.",
  },
  spent: {
    title: "This link no longer works",
    text: "It can be used once and expires after an hour. If the address has not changed, request the change again in your account.",
  },
};
type Outcome = keyof typeof OUTCOMES;

/** Opened by the links in both confirmation emails. Works in any browser without a session and does not create one. */
export default function EmailChangePage() {
  const tokenHash = readMailedLink(useFragmentOnce(), "email_change");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (tokenHash === null) return <LinkMissing />;
  if (outcome) return <Result outcome={outcome} />;
  const agree = async () => {
    const agreed = await agreeToEmailChange(tokenHash);
    if (agreed.ok) setOutcome(agreed.isChanged ? "changed" : "half");
    else if (agreed.isSpent) setOutcome("spent");
    else return agreed.message;
    return null;
  };
  return (
    <LinkQuestion
      title="Change of email address"
      text="Someone asked to change the email address of this account. If it was not you, leave this page: nothing will change."
      answer="Confirm the change"
      onAnswer={agree}
    />
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  const { title, text } = OUTCOMES[outcome];
  useEffect(() => focusMain(), []);
  return (
    <AuthFrame title={title} intro={<p role="status">{text}</p>}>
      <LinkButton to={paths.account()} className="self-start">
        Go to your account
      </LinkButton>
    </AuthFrame>
  );
}
